CREATE TABLE `domains` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`hostname` text NOT NULL,
	`serves` text NOT NULL,
	`state` text NOT NULL,
	`problem` text,
	`external_id` text,
	`records` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domains_hostname` ON `domains` (`organisation_id`,`hostname`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `domains_active` ON `domains` (`hostname`) WHERE state = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `domains_list` ON `domains` (`organisation_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `domains_checked` ON `domains` (`checked_at`);--> statement-breakpoint
CREATE INDEX `domains_external` ON `domains` (`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `background_tasks_application` ON `background_tasks` (`application_id`,`id`) WHERE application_id IS NOT NULL;