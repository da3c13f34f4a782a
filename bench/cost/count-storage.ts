// An object's storage, counted: rows that statements and single values take, and alarms.
import { fromPlatformTime, toPlatformTime } from "./clock.ts";
import type { ObjectMeter } from "./meter.ts";

/** Replaces methods on this very storage: the platform refuses another object in its place. */
export function countStorage(storage: DurableObjectStorage, meter: ObjectMeter): void {
	countStatements(storage.sql, meter);
	countAlarms(storage, meter);
	countValues(storage, meter);
	countKv(storage, meter);
	for (const name of ["delete", "list", "deleteAll"] as const) forbid(storage, name);
}

function countStatements(sql: SqlStorage, meter: ObjectMeter): void {
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
}

function countAlarms(storage: DurableObjectStorage, meter: ObjectMeter): void {
	const setAlarm = storage.setAlarm.bind(storage);
	replace(storage, "setAlarm", (at: number | Date) => {
		meter.alarmSet(Number(at));
		return setAlarm(toPlatformTime(Number(at)));
	});
	const getAlarm = storage.getAlarm.bind(storage);
	replace(storage, "getAlarm", async () => {
		const at = await getAlarm();
		return at === null ? null : fromPlatformTime(at);
	});
	const deleteAlarm = storage.deleteAlarm.bind(storage);
	replace(storage, "deleteAlarm", () => {
		meter.alarmDeleted();
		return deleteAlarm();
	});
}

/** One value for each call: a row. */
function countValues(storage: DurableObjectStorage, meter: ObjectMeter): void {
	const get = storage.get.bind(storage);
	replace(storage, "get", (key: string) => {
		meter.add("objectRowsRead", 1, "get");
		return get(key);
	});
	const put = storage.put.bind(storage);
	replace(storage, "put", (key: string, value: unknown) => {
		meter.add("objectRowsWritten", 1, "put");
		return put(key, value);
	});
}

/** The same without waiting. */
function countKv(storage: DurableObjectStorage, meter: ObjectMeter): void {
	const { kv } = storage;
	const counted = {
		get(key: string) {
			meter.add("objectRowsRead", 1, "kv get");
			return kv.get(key);
		},
		put(key: string, value: unknown) {
			meter.add("objectRowsWritten", 1, "kv put");
			kv.put(key, value);
		},
	};
	for (const name of ["delete", "list"]) forbid(counted, name);
	replace(storage, "kv", counted);
}

function replace(target: object, name: string, value: unknown): void {
	Object.defineProperty(target, name, { value, configurable: true });
}

/** What the meter does not count must not be used unseen. */
function forbid(target: object, name: string): void {
	Object.defineProperty(target, name, {
		get() {
			throw new Error(`the cost meter does not count the storage's ${name}`);
		},
	});
}

/** Verb and table of a statement; all partitions of a table are one. */
export function nameOf(query: string): string {
	const [, verb = "?"] = /^\s*(\w+)/.exec(query) ?? [];
	const [, table = ""] =
		/\b(?:INTO|UPDATE|FROM|TABLE(?: IF (?:NOT )?EXISTS)?)\s+"?(\w+?)(?:_\d+_\d+)?\b/i.exec(query) ??
		[];
	return `${verb.toUpperCase()} ${table}`.trim();
}
