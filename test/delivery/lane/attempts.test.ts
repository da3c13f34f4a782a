// Attempts in their partitions: found by their message from its time on, counted by time, and forgotten.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type AttemptId, firstSeq, newId, seqOf, toId } from "../../../src/core/ids.ts";
import { planPage } from "../../../src/core/page.ts";
import {
	type AttemptRow,
	attemptSql,
	toAttemptRecord,
} from "../../../src/delivery/lane/attempts.sql.ts";
import { DAY_MS } from "../../../src/delivery/partitions.ts";
import { randomBytes } from "../../../src/platform/clock.ts";

/** A Thursday: a week of partitions begins there. */
const START = 20_300 * DAY_MS;
const MINUTE_MS = 60_000;
const ALL = {
	...{ messageSeq: null, succeeded: null, statusClass: null, channel: null, tag: null },
	...{ eventTypes: null, after: null, before: null },
};

type Attempts = ReturnType<typeof attemptSql>;
type Tools = {
	attempts: Attempts;
	add(at: number, fields?: Partial<AttemptRow>): AttemptId;
	setNow(now: number): void;
	sql: SqlStorage;
};

/** Runs with attempts in an object that nobody else uses. */
function withAttempts(run: (tools: Tools) => void): Promise<void> {
	const stub = env.ENDPOINT_LANE.getByName(newId("ep", Date.now(), randomBytes(16)));
	return runInDurableObject(stub, (_object, { storage: { sql } }) => {
		let now = START;
		const attempts = attemptSql(sql, 30, () => now);
		run({
			attempts,
			sql,
			setNow: (to) => {
				now = to;
			},
			add: (at, fields = {}) => {
				now = at;
				const row = toRow(at, Math.max(attempts.lastSeq() + 1, firstSeq(at)), fields);
				attempts.insert(row);
				return row.id;
			},
		});
	});
}

function toRow(at: number, seq: number, fields: Partial<AttemptRow>): AttemptRow {
	const id = toId("atmpt", seq, randomBytes(16));
	const message = toId("msg", firstSeq(at), randomBytes(16));
	return {
		...{ seq, id, message_seq: seqOf(message), message_id: message, event_type: "a" },
		...{ channels: null, tags: null, number: 1, trigger_type: "scheduled", failure: null },
		...{ status: 200, started_at: at, duration_ms: 5, next_at: null, url: "https://example.com/" },
		...{ response_headers: '[["x-secret","s3cret"]]', response: "s3cret" },
		sent_headers: '[["x-secret","s3cret"]]',
		...fields,
	};
}

test("attempts of a message are found in every table from its own time on", () =>
	withAttempts(({ attempts, add }) => {
		const message_seq = firstSeq(START + 6.9 * DAY_MS);
		add(START, { message_seq: firstSeq(START) });
		const failed = { message_seq, failure: "server_error", status: 500 } as const;
		add(START + 6.9 * DAY_MS, { ...failed, number: 1 });
		add(START + 8 * DAY_MS, { ...failed, number: 2 });
		expect(attempts.ofMessage(message_seq)).toMatchObject({ attempts: 2, hasSuccess: false });
		expect(attempts.isDecided(message_seq, 3)).toBe(false);
		expect(attempts.isDecided(message_seq, 2)).toBe(true);
		add(START + 20 * DAY_MS, { message_seq, number: 3 });
		expect(attempts.ofMessage(message_seq)).toEqual({
			attempts: 3,
			hasSuccess: true,
			last: {
				...{ failure: null, status: 200, duration_ms: 5, number: 3 },
				started_at: START + 20 * DAY_MS,
			},
		});
		expect(attempts.isDecided(message_seq, 9)).toBe(true);
		expect(attempts.hasMessage(message_seq)).toBe(true);
		expect(attempts.hasMessage(message_seq + 1)).toBe(false);
		expect(attempts.ofMessage(message_seq + 1)).toEqual({
			...{ attempts: 0, hasSuccess: false, last: null },
		});
		const { rows } = attempts.list(planPage(9, null, "descending"), null, {
			...ALL,
			messageSeq: message_seq,
		});
		expect(rows.map(({ number }) => number)).toEqual([3, 2, 1]);
	}));

test("an attempt of a message that came a moment later, by another clock, is found too", () =>
	withAttempts(({ attempts, add }) => {
		const border = START + 7 * DAY_MS;
		const message_seq = firstSeq(border + 1000);
		add(border - 1000, { message_seq });
		expect(attempts.hasMessage(message_seq)).toBe(true);
		expect(attempts.ofMessage(message_seq).attempts).toBe(1);
	}));

test("the newest attempt tells when it began", () =>
	withAttempts(({ attempts, add, setNow }) => {
		expect(attempts.previous()).toBeNull();
		add(START);
		add(START + 10 * DAY_MS, { started_at: START + 9 * DAY_MS });
		expect(attempts.previous()).toBe(START + 9 * DAY_MS);
		setNow(START + 50 * DAY_MS);
		expect(attempts.previous()).toBeNull();
		expect(attempts.lastSeq()).toBe(firstSeq(START + 10 * DAY_MS));
	}));

test("attempts are counted by when they began", () =>
	withAttempts(({ attempts, add }) => {
		const hour = START + 7 * DAY_MS;
		add(hour - 1);
		add(hour);
		add(hour + 30 * MINUTE_MS, { failure: "timeout", status: 0 });
		add(hour + 65 * MINUTE_MS, { started_at: hour + 60 * MINUTE_MS });
		add(hour + 125 * MINUTE_MS);
		const count = (from: number, to: number, bucketMs: number) =>
			attempts.countsBetween(from, to, bucketMs);
		expect(count(hour, hour + 2 * 60 * MINUTE_MS, 60 * MINUTE_MS)).toEqual([
			{ at: hour, success: 1, fail: 1 },
			{ at: hour + 60 * MINUTE_MS, success: 1, fail: 0 },
		]);
		expect(count(hour - 1, hour + 1, DAY_MS)).toEqual([
			{ at: hour - DAY_MS, success: 1, fail: 0 },
			{ at: hour, success: 1, fail: 0 },
		]);
		expect(count(hour + DAY_MS, hour + 2 * DAY_MS, MINUTE_MS)).toEqual([]);
	}));

test("what an endpoint answered is forgotten, the attempt is not", () =>
	withAttempts(({ attempts, add, sql }) => {
		const id = add(START);
		const other = add(START + 1000);
		attempts.expunge(seqOf(id));
		const row = attempts.find(seqOf(id));
		const record = row === null ? null : toAttemptRecord(row, "ep_x");
		expect(record?.outcome).toMatchObject({
			response: "EXPUNGED",
			responseHeaders: [],
			status: 200,
		});
		expect(attempts.find(seqOf(other))?.response).toBe("s3cret");
		const texts = [...sql.exec("SELECT * FROM attempts_20300_7 WHERE id = ?", id)];
		expect(JSON.stringify(texts)).not.toContain("s3cret");
	}));

test("a list of a time span reads only what may lie in it", () =>
	withAttempts(({ attempts, add, sql }) => {
		for (let day = 0; day < 28; day++) for (let i = 0; i < 20; i++) add(START + day * DAY_MS + i);
		let rowsRead = 0;
		const exec = sql.exec.bind(sql);
		const cursors: { rowsRead: number }[] = [];
		sql.exec = ((...args: Parameters<typeof exec>) => {
			const cursor = exec(...args);
			cursors.push(cursor);
			return cursor;
		}) as typeof sql.exec; // safe because it answers what the real one answers
		const span = { after: START + 2 * DAY_MS, before: START + 3 * DAY_MS };
		const found = attempts.list(planPage(50, null, "descending"), null, { ...ALL, ...span });
		sql.exec = exec;
		for (const cursor of cursors) rowsRead += cursor.rowsRead;
		expect(found.rows).toHaveLength(20);
		expect(rowsRead).toBeLessThanOrEqual(85);
	}));
