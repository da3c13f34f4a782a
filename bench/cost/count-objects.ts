// Durable Objects, counted: a subclass whose storage counts rows and alarms, and whose methods count requests.
import type { DurableObject } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { countEnv } from "./count-bindings.ts";
import { ObjectMeter } from "./meter.ts";

type ObjectClass = new (ctx: DurableObjectState, env: Env) => DurableObject<Env>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

export function countObject(kind: string, Real: ObjectClass): ObjectClass {
	const meters = new WeakMap<object, ObjectMeter>();
	class Counted extends Real {
		constructor(ctx: DurableObjectState, env: Env) {
			const meter = new ObjectMeter(kind, String(ctx.id.name ?? ctx.id));
			countStorage(ctx.storage, meter);
			super(ctx, countEnv(env));
			meters.set(this, meter);
		}
	}
	for (const [name, { value }] of Object.entries(
		Object.getOwnPropertyDescriptors(Real.prototype),
	)) {
		if (typeof value !== "function" || name === "constructor") continue;
		const method = value as Method; // safe because it was just looked at
		Object.defineProperty(Counted.prototype, name, {
			value(this: object, ...args: unknown[]) {
				const meter = meters.get(this);
				if (meter === undefined) throw new Error(`${kind} was not made by the meter`);
				return meter.handle(name, () => method.apply(this, args));
			},
		});
	}
	return Counted;
}

/** Replaces methods on this very storage: the platform refuses another object in its place. */
function countStorage(storage: DurableObjectStorage, meter: ObjectMeter): void {
	const { sql } = storage;
	const exec = sql.exec.bind(sql);
	let last: { cursor: SqlStorageCursor<never>; part: string } | null = null;
	const settle = () => {
		if (last === null) return;
		const { cursor, part } = last;
		last = null;
		meter.add("objectRowsWritten", cursor.rowsWritten, part);
		meter.add("objectRowsRead", cursor.rowsRead, part);
	};
	replace(sql, "exec", (query: string, ...bindings: unknown[]) => {
		// A cursor is read to its end before the next statement, and before anything awaits.
		settle();
		const cursor = exec<never>(query, ...bindings);
		last = { cursor, part: nameOf(query) };
		queueMicrotask(settle);
		return cursor;
	});

	const setAlarm = storage.setAlarm.bind(storage);
	replace(storage, "setAlarm", (...args: Parameters<typeof setAlarm>) => {
		meter.add("alarmsSet", 1);
		meter.alarmIs(true);
		return setAlarm(...args);
	});
	const deleteAlarm = storage.deleteAlarm.bind(storage);
	replace(storage, "deleteAlarm", () => {
		meter.add("alarmsDeleted", 1);
		meter.alarmIs(false);
		return deleteAlarm();
	});
	for (const name of ["get", "put", "delete", "list", "kv"] as const) forbid(storage, name);
}

function replace(target: object, name: string, value: unknown): void {
	Object.defineProperty(target, name, { value, configurable: true });
}

/** What the meter does not count must not be used unseen. */
function forbid(target: object, name: string): void {
	Object.defineProperty(target, name, {
		get() {
			throw new Error(`the cost meter does not count storage.${name}`);
		},
	});
}

/** Verb and table of a statement. */
export function nameOf(query: string): string {
	const [, verb = "?"] = /^\s*(\w+)/.exec(query) ?? [];
	const [, table = ""] =
		/\b(?:INTO|UPDATE|FROM|TABLE(?: IF NOT EXISTS)?)\s+"?(\w+)/i.exec(query) ?? [];
	return `${verb.toUpperCase()} ${table}`.trim();
}
