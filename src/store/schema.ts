// The D1 tables: everything a person configures, and the decisions of idempotent POSTs.
// `updatedAt` grows with every change of a row, also twice in a millisecond: it tells a row's versions apart.
import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { BorderRadius, Palette } from "../core/appearance.ts";
import type { Capability } from "../core/capabilities.ts";
import type { DomainRecord, DomainState, Served } from "../core/domain.ts";
import type { DisabledReason } from "../core/health.ts";
import type { ApplicationId, EndpointId, Id, MessageId, TaskId } from "../core/ids.ts";
import type { TaskData, TaskStatus, TaskType } from "../core/task.ts";

export type TokenKind = "link" | "session" | "integration";

export const organisations = sqliteTable("organisations", {
	id: text("id").$type<Id<"org">>().primaryKey(),
	name: text("name").notNull(),
	createdAt: integer("created_at").notNull(),
});

/** `hash` is SHA-256 of the key in hex; the key itself is never stored. */
export const apiKeys = sqliteTable(
	"api_keys",
	{
		hash: text("hash").primaryKey(),
		id: text("id").$type<Id<"key">>().notNull(),
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		name: text("name").notNull(),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		revokedAt: integer("revoked_at"),
		/** The key's last characters, for people to know it by. */
		hint: text("hint").notNull().default(""),
	},
	(table) => [index("api_keys_list").on(table.organisationId, table.id)],
);

/**
 * `deletedAt` set: gone for the API, its uid is free again. `isOperational`: the one hidden application of an
 * organisation whose endpoints get the operational webhooks.
 */
export const applications = sqliteTable(
	"applications",
	{
		id: text("id").$type<ApplicationId>().primaryKey(),
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		uid: text("uid"),
		name: text("name").notNull(),
		throttleRate: integer("throttle_rate"),
		metadata: text("metadata", { mode: "json" }).$type<Record<string, string>>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		deletedAt: integer("deleted_at"),
		isOperational: integer("is_operational", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [
		uniqueIndex("applications_uid")
			.on(table.organisationId, table.uid)
			.where(sql`uid IS NOT NULL AND deleted_at IS NULL`),
		uniqueIndex("applications_operational").on(table.organisationId).where(sql`is_operational = 1`),
		index("applications_list").on(table.organisationId, table.id).where(sql`deleted_at IS NULL`),
	],
);

/** `secrets` and `headers` are sealed under MASTER_KEY; null filters mean all. */
export const endpoints = sqliteTable(
	"endpoints",
	{
		id: text("id").$type<EndpointId>().primaryKey(),
		applicationId: text("application_id").$type<ApplicationId>().notNull(),
		uid: text("uid"),
		url: text("url").notNull(),
		description: text("description").notNull(),
		version: integer("version").notNull(),
		disabled: integer("disabled", { mode: "boolean" }).notNull(),
		eventTypes: text("event_types", { mode: "json" }).$type<string[]>(),
		channels: text("channels", { mode: "json" }).$type<string[]>(),
		throttleRate: integer("throttle_rate"),
		metadata: text("metadata", { mode: "json" }).$type<Record<string, string>>().notNull(),
		secrets: text("secrets").notNull(),
		headers: text("headers"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		deletedAt: integer("deleted_at"),
		/** Why it was disabled automatically; null when a person did. */
		disabledReason: text("disabled_reason").$type<DisabledReason>(),
		paused: integer("paused", { mode: "boolean" }).notNull().default(false),
		ordered: integer("ordered", { mode: "boolean" }).notNull().default(false),
		maxInFlight: integer("max_in_flight"),
	},
	(table) => [
		uniqueIndex("endpoints_uid")
			.on(table.applicationId, table.uid)
			.where(sql`uid IS NOT NULL AND deleted_at IS NULL`),
		index("endpoints_list").on(table.applicationId, table.id).where(sql`deleted_at IS NULL`),
	],
);

export const eventTypes = sqliteTable(
	"event_types",
	{
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		name: text("name").notNull(),
		description: text("description").notNull(),
		archived: integer("archived", { mode: "boolean" }).notNull(),
		deprecated: integer("deprecated", { mode: "boolean" }).notNull(),
		schemas: text("schemas", { mode: "json" }).$type<Record<string, unknown>>(),
		featureFlags: text("feature_flags", { mode: "json" }).$type<string[]>(),
		groupName: text("group_name"),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.organisationId, table.name] })],
);

/** One row per idempotent POST: first a claim (`lockedUntil`), then the answer. */
export const idempotency = sqliteTable(
	"idempotency",
	{
		hash: text("hash").primaryKey(),
		owner: text("owner").notNull(),
		lockedUntil: integer("locked_until").notNull(),
		status: integer("status"),
		body: text("body"),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [index("idempotency_expires").on(table.expiresAt)],
);

/** Work that goes on after its request was answered. While it runs, its progress is the lane's to tell. */
export const backgroundTasks = sqliteTable(
	"background_tasks",
	{
		id: text("id").$type<TaskId>().primaryKey(),
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		applicationId: text("application_id").$type<ApplicationId>(),
		endpointId: text("endpoint_id").$type<EndpointId>(),
		type: text("type").$type<TaskType>().notNull(),
		status: text("status").$type<TaskStatus>().notNull(),
		data: text("data", { mode: "json" }).$type<TaskData>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		index("background_tasks_list").on(table.organisationId, table.id),
		index("background_tasks_application")
			.on(table.applicationId, table.id)
			.where(sql`application_id IS NOT NULL`),
		index("background_tasks_running").on(table.updatedAt).where(sql`status = 'running'`),
	],
);

/** Operational events that are not yet accepted as messages; written with the change that they tell of. */
export const operationalEvents = sqliteTable("operational_events", {
	id: text("id").$type<Id<"opevt">>().primaryKey(),
	/** The operational application. */
	applicationId: text("application_id").$type<ApplicationId>().notNull(),
	type: text("type").notNull(),
	payload: text("payload").notNull(),
	createdAt: integer("created_at").notNull(),
});

/** Chunks of a fan-out that failed every retry, for operators to see; the MessageStore makes them good. */
export const deadLetters = sqliteTable(
	"dead_letters",
	{
		id: text("id").$type<Id<"dead">>().primaryKey(),
		applicationId: text("application_id").$type<ApplicationId>().notNull(),
		messageId: text("message_id").$type<MessageId>().notNull(),
		endpointIds: text("endpoint_ids", { mode: "json" }).$type<EndpointId[]>().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [index("dead_letters_created").on(table.createdAt)],
);

/**
 * A row is a right: whoever has the secret whose SHA-256 is `hash` may act in one application until `expiresAt`;
 * a right that ends sooner loses its row. `link`: a one-time key, good for nothing but one `session` until
 * `sessionExpiresAt`. Null: every capability, no feature flags, no end.
 */
export const applicationTokens = sqliteTable(
	"application_tokens",
	{
		hash: text("hash").primaryKey(),
		kind: text("kind").$type<TokenKind>().notNull(),
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		applicationId: text("application_id").$type<ApplicationId>().notNull(),
		integrationId: text("integration_id").$type<Id<"integ">>(),
		capabilities: text("capabilities", { mode: "json" }).$type<Capability[]>(),
		featureFlags: text("feature_flags", { mode: "json" }).$type<string[]>(),
		sessionId: text("session_id"),
		createdAt: integer("created_at").notNull(),
		expiresAt: integer("expires_at"),
		sessionExpiresAt: integer("session_expires_at"),
	},
	(table) => [
		index("application_tokens_application").on(table.applicationId, table.sessionId),
		index("application_tokens_integration")
			.on(table.integrationId)
			.where(sql`integration_id IS NOT NULL`),
		index("application_tokens_expires").on(table.expiresAt).where(sql`expires_at IS NOT NULL`),
	],
);

/** What else acts in an application, each with at most one token of its own. */
export const integrations = sqliteTable(
	"integrations",
	{
		id: text("id").$type<Id<"integ">>().primaryKey(),
		applicationId: text("application_id").$type<ApplicationId>().notNull(),
		name: text("name").notNull(),
		featureFlags: text("feature_flags", { mode: "json" }).$type<string[]>(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [index("integrations_list").on(table.applicationId, table.id)],
);

/** How an organisation shows itself to its customers; no row: everything as we make it. */
export const settings = sqliteTable("settings", {
	organisationId: text("organisation_id").$type<Id<"org">>().primaryKey(),
	displayName: text("display_name"),
	logoUrl: text("logo_url"),
	fontFamily: text("font_family"),
	baseFontSizePx: integer("base_font_size_px"),
	borderRadius: text("border_radius", { mode: "json" }).$type<BorderRadius>(),
	colorPaletteLight: text("color_palette_light", { mode: "json" }).$type<Palette>(),
	colorPaletteDark: text("color_palette_dark", { mode: "json" }).$type<Palette>(),
	locale: text("locale"),
	isCatalogPublic: integer("is_catalog_public", { mode: "boolean" }).notNull(),
	/** Origins of the pages that may show the portal; none: any. */
	portalFrameAncestors: text("portal_frame_ancestors", { mode: "json" })
		.$type<string[]>()
		.notNull(),
	/** Every portal session may only look, whatever it was granted. */
	isPortalReadOnly: integer("is_portal_read_only", { mode: "boolean" }).notNull(),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

/**
 * Host names of an organisation's own. Several may ask for one, and it is active for one of them at most.
 * `externalId`: what the platform that answers for the name knows it by. `deletedAt` set: gone for everybody, and
 * only kept until the platform has forgotten it, too.
 */
export const domains = sqliteTable(
	"domains",
	{
		id: text("id").$type<Id<"dom">>().primaryKey(),
		organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
		hostname: text("hostname").notNull(),
		serves: text("serves").$type<Served>().notNull(),
		state: text("state").$type<DomainState>().notNull(),
		/** What is wrong, in the platform's words. */
		problem: text("problem"),
		externalId: text("external_id"),
		/** To be set beside the one that leads requests here. */
		records: text("records", { mode: "json" }).$type<DomainRecord[]>().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
		/** When the platform was last asked. */
		checkedAt: integer("checked_at").notNull(),
		deletedAt: integer("deleted_at"),
	},
	(table) => [
		uniqueIndex("domains_hostname")
			.on(table.organisationId, table.hostname)
			.where(sql`deleted_at IS NULL`),
		uniqueIndex("domains_active")
			.on(table.hostname)
			.where(sql`state = 'active' AND deleted_at IS NULL`),
		index("domains_list").on(table.organisationId, table.id).where(sql`deleted_at IS NULL`),
		index("domains_checked").on(table.checkedAt),
		index("domains_external").on(table.externalId).where(sql`external_id IS NOT NULL`),
	],
);
