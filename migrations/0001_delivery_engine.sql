CREATE TABLE `application_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`organisation_id` text NOT NULL,
	`application_id` text NOT NULL,
	`integration_id` text,
	`capabilities` text,
	`feature_flags` text,
	`session_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`session_expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `application_tokens_application` ON `application_tokens` (`application_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `application_tokens_integration` ON `application_tokens` (`integration_id`) WHERE integration_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `application_tokens_expires` ON `application_tokens` (`expires_at`) WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `background_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`application_id` text,
	`endpoint_id` text,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `background_tasks_list` ON `background_tasks` (`organisation_id`,`id`);--> statement-breakpoint
CREATE INDEX `background_tasks_running` ON `background_tasks` (`updated_at`) WHERE status = 'running';--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`message_id` text NOT NULL,
	`endpoint_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_created` ON `dead_letters` (`created_at`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`name` text NOT NULL,
	`feature_flags` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `integrations_list` ON `integrations` (`application_id`,`id`);--> statement-breakpoint
CREATE TABLE `operational_events` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `hint` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_list` ON `api_keys` (`organisation_id`,`id`);--> statement-breakpoint
ALTER TABLE `applications` ADD `is_operational` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `applications_operational` ON `applications` (`organisation_id`) WHERE is_operational = 1;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `disabled_reason` text;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `ordered` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `max_in_flight` integer;