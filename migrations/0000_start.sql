CREATE TABLE `api_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`organisation_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`organisation_id` text NOT NULL,
	`uid` text,
	`name` text NOT NULL,
	`throttle_rate` integer,
	`metadata` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_uid` ON `applications` (`organisation_id`,`uid`) WHERE uid IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `applications_list` ON `applications` (`organisation_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`uid` text,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`version` integer NOT NULL,
	`disabled` integer NOT NULL,
	`event_types` text,
	`channels` text,
	`throttle_rate` integer,
	`metadata` text NOT NULL,
	`secrets` text NOT NULL,
	`headers` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `endpoints_uid` ON `endpoints` (`application_id`,`uid`) WHERE uid IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `endpoints_list` ON `endpoints` (`application_id`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE TABLE `event_types` (
	`organisation_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`archived` integer NOT NULL,
	`deprecated` integer NOT NULL,
	`schemas` text,
	`feature_flags` text,
	`group_name` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `name`)
);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`hash` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`locked_until` integer NOT NULL,
	`status` integer,
	`body` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_expires` ON `idempotency` (`expires_at`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
