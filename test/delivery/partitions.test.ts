// Tables per span of time: made when needed, found by their names, dropped whole, and never overlapping.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { firstSeq, newId } from "../../src/core/ids.ts";
import { objectName } from "../../src/delivery/object-name.ts";
import { SCHEMA_VERSION } from "../../src/delivery/object-schema.ts";
import { DAY_MS, Partitions, retentionRules } from "../../src/delivery/partitions.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { attemptsOf, newRoom, newTask, rowsOf, tablesOf, toReport } from "../support/delivery.ts";

const schema = (table: string) =>
	`CREATE TABLE IF NOT EXISTS ${table} (seq INTEGER PRIMARY KEY, text TEXT);
	CREATE INDEX IF NOT EXISTS ${table}_text ON ${table} (text);`;
/** A Thursday: days and weeks of the epoch begin there. */
const START = 20_300 * DAY_MS;
const seqOn = (day: number) => firstSeq(START + day * DAY_MS);

/** Runs in an object that nobody else uses. */
function inObject<T>(run: (storage: DurableObjectStorage) => T): Promise<T> {
	const name = newId("app", Date.now(), randomBytes(16));
	return runInDurableObject(env.MESSAGE_STORE.getByName(name), (_object, { storage }) =>
		run(storage),
	);
}

function open({ sql }: DurableObjectStorage, rules: { spanDays: number; keepDays: number }) {
	const partitions = new Partitions(sql, { name: "things", schema, ...rules });
	return {
		partitions,
		write: (...days: number[]) => {
			for (const day of days) {
				partitions.write(seqOn(day), (table) => {
					sql.exec(`INSERT INTO ${table} (seq, text) VALUES (?, 'x')`, seqOn(day));
				});
			}
		},
		tables: () => partitions.between(0, Number.MAX_SAFE_INTEGER, "ascending"),
	};
}

test.each([
	[1, 1],
	[27, 1],
	[28, 7],
	[3650, 7],
])("with a retention of %i days a table holds %i", (retentionDays, spanDays) => {
	expect(retentionRules(retentionDays)).toEqual({ keepDays: retentionDays, spanDays });
});

test("rows of one span share a table, and a new object knows the tables of the last", async () => {
	const [tables, again] = await inObject((storage) => {
		const { write, tables: all } = open(storage, { spanDays: 7, keepDays: 90 });
		write(0, 0.5, 6.999, 7, 20);
		return [all(), open(storage, { spanDays: 7, keepDays: 90 }).tables()];
	});
	expect(tables).toEqual(["things_20300_7", "things_20307_7", "things_20314_7"]);
	expect(again).toEqual(tables);
});

test("a range is read from the tables that it touches, in either direction", async () => {
	await inObject((storage) => {
		const { partitions, write } = open(storage, { spanDays: 1, keepDays: 9 });
		write(0, 1, 2, 3);
		const between = (from: number, to: number, order: "ascending" | "descending") =>
			partitions.between(seqOn(from), seqOn(to), order);
		expect(between(1, 3, "ascending")).toEqual(["things_20301_1", "things_20302_1"]);
		expect(between(1.5, 3.5, "descending")).toEqual([
			"things_20303_1",
			"things_20302_1",
			"things_20301_1",
		]);
		expect(between(4, 9, "ascending")).toEqual([]);
		expect(partitions.forSeq(seqOn(2.5))).toBe("things_20302_1");
		expect(partitions.forSeq(seqOn(4))).toBeNull();
	});
});

test("a table goes when its last moment is older than the retention, and not before", async () => {
	await inObject((storage) => {
		const { partitions, write, tables } = open(storage, { spanDays: 7, keepDays: 30 });
		expect(partitions.nextExpiryAt()).toBeNull();
		write(0, 7);
		const expiryAt = START + 37 * DAY_MS;
		expect(partitions.nextExpiryAt()).toBe(expiryAt);
		expect(partitions.visibleFrom(expiryAt)).toBe(seqOn(7));
		expect(partitions.dropExpired(expiryAt - 1)).toBe(0);
		expect(partitions.dropExpired(expiryAt)).toBe(1);
		expect(tables()).toEqual(["things_20307_7"]);
		expect(partitions.nextExpiryAt()).toBe(expiryAt + 7 * DAY_MS);
		const left = storage.sql.exec("SELECT name FROM sqlite_master WHERE name GLOB 'things_*'");
		expect([...left].map(({ name }) => name)).toEqual(["things_20307_7", "things_20307_7_text"]);
	});
});

test("dropping a table writes no rows", async () => {
	const written = await inObject((storage) => {
		const { write } = open(storage, { spanDays: 1, keepDays: 1 });
		write(...Array.from({ length: 200 }, (_, i) => i / 400));
		return storage.sql.exec("DROP TABLE things_20300_1").rowsWritten;
	});
	expect(written).toBeLessThan(5);
});

test("another span fits between the tables of the former one", async () => {
	await inObject((storage) => {
		open(storage, { spanDays: 7, keepDays: 90 }).write(0, 14);
		const daily = open(storage, { spanDays: 1, keepDays: 3 });
		daily.write(1, 7, 13.5, 15);
		expect(daily.tables()).toEqual([
			"things_20300_7",
			"things_20307_1",
			"things_20313_1",
			"things_20314_7",
		]);
		const weekly = open(storage, { spanDays: 7, keepDays: 90 });
		weekly.write(8, 13.9);
		expect(weekly.tables()).toContain("things_20308_5");
		for (const day of [0, 1, 7, 8, 13.5, 13.9, 14, 15]) {
			const table = weekly.partitions.forSeq(seqOn(day));
			expect([
				...storage.sql.exec(`SELECT 1 FROM ${table} WHERE seq = ?`, seqOn(day)),
			]).toHaveLength(1);
		}
	});
});

test("a table whose creation was rolled back is made again", async () => {
	await inObject((storage) => {
		const { write, tables } = open(storage, { spanDays: 1, keepDays: 9 });
		const failing = () =>
			storage.transactionSync(() => {
				write(0);
				throw new Error("later");
			});
		expect(failing).toThrow("later");
		write(0);
		expect(tables()).toEqual(["things_20300_1"]);
		expect(() => write(0)).toThrow("UNIQUE");
	});
});

/** The tables of the first release, with a row each. */
const FIRST_RELEASE = `
	DROP TABLE object;
	CREATE TABLE object (name TEXT PRIMARY KEY) WITHOUT ROWID;
	CREATE TABLE messages (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, event_type TEXT NOT NULL, event_id TEXT,
		channels TEXT, tags TEXT, endpoints TEXT NOT NULL, unsettled_from INTEGER NOT NULL, request_key TEXT,
		auto_key TEXT, with_content INTEGER NOT NULL, content_type TEXT NOT NULL, body TEXT, payload TEXT NOT NULL);
	CREATE INDEX messages_event_id ON messages (event_id) WHERE event_id IS NOT NULL;
	CREATE TABLE attempts (seq INTEGER PRIMARY KEY);`;

test("an object of the first release is brought up to date, and keeps its messages", async () => {
	const { store, storeStub, applicationId } = await newRoom();
	const id = newId("msg", Date.now(), randomBytes(16));
	await runInDurableObject(storeStub, (_object, { storage: { sql } }) => {
		sql.exec(FIRST_RELEASE);
		sql.exec("INSERT INTO object VALUES (?)", applicationId);
		const seq = firstSeq(Date.now() - 3 * DAY_MS);
		const values =
			"VALUES (?, ?, 'a', 'e1', NULL, NULL, '[]', ?, NULL, NULL, 1, 'text/plain', NULL, '{}')";
		sql.exec(`INSERT INTO messages ${values}`, seq, id, seq);
	});
	await evictDurableObject(storeStub);
	expect(await store.find("e1", true)).toMatchObject({ id, eventType: "a", payload: "{}" });
	const [table] = await tablesOf(storeStub, "messages");
	expect(table).toMatch(/^messages_\d+_1$/);
	expect(await tablesOf(storeStub, "attempts")).toEqual([]);
	expect(await rowsOf(storeStub, "messages")).toHaveLength(1);
	await runInDurableObject(storeStub, (_object, state) => {
		expect(objectName(state)).toBe(applicationId);
		expect([...state.storage.sql.exec("SELECT * FROM object")]).toEqual([
			{ name: applicationId, version: SCHEMA_VERSION },
		]);
	});
});

test("a lane of the release before keeps its attempts, of which it does not know what was sent", async () => {
	const { lane, laneStub, endpointId } = await newRoom();
	const [old, fresh] = [newTask(), newTask()];
	await lane.report([toReport(old, 200)]);
	const [reported] = await attemptsOf({ lane });
	const id = reported?.id ?? "";
	await runInDurableObject(laneStub, (_object, { storage: { sql } }) => {
		const [table] = sql.exec(
			"SELECT name FROM sqlite_master WHERE name GLOB 'attempts_[0-9]*_[0-9]'",
		);
		sql.exec(`ALTER TABLE ${table?.name} DROP COLUMN sent_headers`);
		sql.exec("UPDATE object SET version = 2");
	});
	await evictDurableObject(laneStub);
	expect(await lane.sentHeaders(id)).toBeNull();
	expect(await lane.findAttempt(id)).toMatchObject({ id, endpointId, messageId: old.messageId });
	await lane.report([{ ...toReport(fresh, 200), sentHeaders: [["x-a", "b"]] }]);
	const [newest] = await attemptsOf({ lane });
	expect(await lane.sentHeaders(newest?.id ?? "")).toEqual([["x-a", "b"]]);
});
