CREATE TABLE `settings` (
	`organisation_id` text PRIMARY KEY NOT NULL,
	`display_name` text,
	`logo_url` text,
	`font_family` text,
	`base_font_size_px` integer,
	`border_radius` text,
	`color_palette_light` text,
	`color_palette_dark` text,
	`locale` text,
	`is_catalog_public` integer NOT NULL,
	`portal_frame_ancestors` text NOT NULL,
	`is_portal_read_only` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
