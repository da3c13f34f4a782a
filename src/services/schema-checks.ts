// Checks payloads against their event types' schemas, for senders who ask. Schemas are remembered for seconds.
import type { SchemaCheck } from "../core/schema-check.ts";
import { createChecker } from "../platform/json-schema.ts";
import { logError } from "../platform/log.ts";
import type { Db } from "../store/db.ts";
import { findEventType } from "../store/event-types.ts";
import type { ServiceContext } from "./context.ts";

const LIFE_MS = 10_000;
const REMEMBERED_MAX = 1_000;
/** The version of an event type's schema that payloads are held against. */
const VERSION = "1";
/** Anything fits an event type that has no schema, or that nobody described. */
const FITS: SchemaCheck = { valid: true, errors: [] };

type Remembered = { check(payload: unknown): SchemaCheck; until: number };

/** One memory for each isolate, which makes its database client once. */
const memories = new WeakMap<Db, Map<string, Remembered>>();

/** Null when the schema could not be read: that keeps no message. */
export async function checkSchema(
	ctx: ServiceContext,
	eventType: string,
	payload: unknown,
): Promise<SchemaCheck | null> {
	try {
		const { check } = await remembered(ctx, eventType);
		return check(payload);
	} catch (error) {
		logError("schema_check_failed", error, { eventType });
		return null;
	}
}

async function remembered(ctx: ServiceContext, eventType: string): Promise<Remembered> {
	const memory = memories.get(ctx.db) ?? new Map<string, Remembered>();
	memories.set(ctx.db, memory);
	const name = `${ctx.organisationId} ${eventType}`;
	const known = memory.get(name);
	if (known !== undefined && known.until > ctx.now) return known;
	const found = await findEventType(ctx.db, ctx.organisationId, eventType);
	const schema = found?.schemas?.[VERSION];
	const check = schema === undefined ? () => FITS : createChecker(schema);
	if (memory.size >= REMEMBERED_MAX) memory.clear();
	const made = { check, until: ctx.now + LIFE_MS };
	memory.set(name, made);
	return made;
}
