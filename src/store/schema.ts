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
import type { ApplicationId, EndpointId, Id } from "../core/ids.ts";

export const organisations = sqliteTable("organisations", {
	id: text("id").$type<Id<"org">>().primaryKey(),
	name: text("name").notNull(),
	createdAt: integer("created_at").notNull(),
});

/** `hash` is SHA-256 of the key in hex; the key itself is never stored. */
export const apiKeys = sqliteTable("api_keys", {
	hash: text("hash").primaryKey(),
	id: text("id").$type<Id<"key">>().notNull(),
	organisationId: text("organisation_id").$type<Id<"org">>().notNull(),
	name: text("name").notNull(),
	createdAt: integer("created_at").notNull(),
	expiresAt: integer("expires_at"),
	revokedAt: integer("revoked_at"),
});

/** `deletedAt` set: gone for the API, its uid is free again. */
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
	},
	(table) => [
		uniqueIndex("applications_uid")
			.on(table.organisationId, table.uid)
			.where(sql`uid IS NOT NULL AND deleted_at IS NULL`),
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
