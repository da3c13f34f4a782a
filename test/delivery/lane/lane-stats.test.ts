// What a lane counted: each attempt once, whether its hour is written down or not, and across restarts.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { firstSeq, ID_RANDOM_BYTES, newId, nextSeq, toId } from "../../../src/core/ids.ts";
import { attemptSql } from "../../../src/delivery/lane/attempts.sql.ts";
import { LaneStats } from "../../../src/delivery/lane/lane-stats.ts";
import { randomBytes } from "../../../src/platform/clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse("2026-01-31T12:00:00Z");

type Counter = {
	stats: LaneStats;
	/** Attempts that began and were written down then. */
	add(at: number, count?: number, isSuccess?: boolean): void;
	hours(): unknown[];
	/** How often attempts were counted, and from when. */
	counted: number[];
	moveTo(now: number): void;
	dropAttempts(now: number): void;
};

function newCounter(sql: SqlStorage, retentionDays: number): Counter {
	let now = NOON;
	let lastSeq = 0;
	const attempts = attemptSql(sql, retentionDays, () => now);
	const counted: number[] = [];
	const stats = new LaneStats(sql, {
		countsBetween(from, to, bucketMs) {
			counted.push(from);
			return attempts.countsBetween(from, to, bucketMs);
		},
		firstFrom: attempts.firstFrom,
	});
	return {
		stats,
		counted,
		add(at, count = 1, isSuccess = true) {
			for (let i = 0; i < count; i++) {
				lastSeq = nextSeq(lastSeq, at);
				attempts.insert({
					seq: lastSeq,
					id: toId("atmpt", lastSeq, randomBytes(ID_RANDOM_BYTES)),
					message_seq: firstSeq(at),
					message_id: toId("msg", firstSeq(at), new Uint8Array(ID_RANDOM_BYTES)),
					...{ event_type: "a", channels: null, tags: null, number: 1, trigger_type: "scheduled" },
					failure: isSuccess ? null : "server_error",
					status: isSuccess ? 200 : 500,
					started_at: at,
					...{ duration_ms: 1, next_at: null, url: "", response_headers: "[]", response: "" },
					sent_headers: null,
				});
			}
		},
		hours: () => [...sql.exec("SELECT at, success, fail FROM hours ORDER BY at")],
		moveTo(at) {
			now = at;
		},
		dropAttempts(at) {
			now = at;
			while (attempts.dropExpired(at) > 0);
		},
	};
}

const newLane = () => env.ENDPOINT_LANE.getByName(newId("ep", Date.now(), randomBytes(16)));

const within = <T>(
	lane: ReturnType<typeof newLane>,
	work: (counter: Counter) => T,
	retentionDays = 90,
): Promise<T> =>
	runInDurableObject(lane, (_lane, { storage }) => work(newCounter(storage.sql, retentionDays)));

const count = (at: number, success: number, fail = 0) => ({ at, success, fail });

test("a lane that did nothing counts nothing", async () => {
	await within(newLane(), ({ stats, hours }) => {
		expect(stats.counts(NOON)).toEqual({ minutes: [], hours: [] });
		expect(stats.stats({ since: NOON - DAY_MS, until: NOON }, NOON)).toEqual({
			success: 0,
			fail: 0,
		});
		expect(hours()).toEqual([]);
	});
});

test("minutes are the last sixty, and hours have all", async () => {
	await within(newLane(), ({ stats, add }) => {
		const now = NOON + 30 * MINUTE_MS + 30_000;
		add(NOON - 2 * HOUR_MS, 5);
		add(NOON - 30 * MINUTE_MS + 59_999, 1, false);
		add(NOON - 29 * MINUTE_MS, 2);
		add(NOON - 1, 3);
		add(NOON, 4, false);
		add(now, 1);
		expect(stats.counts(now)).toEqual({
			minutes: [
				count(NOON - 29 * MINUTE_MS, 2),
				count(NOON - MINUTE_MS, 3),
				count(NOON, 0, 4),
				count(NOON + 30 * MINUTE_MS, 1),
			],
			hours: [count(NOON - 2 * HOUR_MS, 5), count(NOON - HOUR_MS, 5, 1), count(NOON, 1, 4)],
		});
	});
});

test("an hour is written down once, five minutes after its end, and no row before", async () => {
	await within(newLane(), ({ stats, add, hours }) => {
		add(NOON - 10_000, 2);
		stats.rollUp(NOON + 5 * MINUTE_MS - 1);
		expect(hours()).toEqual([]);
		// Began in the hour, and was reported after its end.
		add(NOON - 1, 1, false);
		stats.rollUp(NOON + 5 * MINUTE_MS);
		expect(hours()).toEqual([count(NOON - HOUR_MS, 2, 1)]);
		add(NOON + MINUTE_MS, 7);
		for (let later = 0; later < 3; later++) stats.rollUp(NOON + HOUR_MS - 1);
		expect(hours()).toEqual([count(NOON - HOUR_MS, 2, 1)]);
		stats.rollUp(NOON + 10 * HOUR_MS);
		expect(hours()).toEqual([count(NOON - HOUR_MS, 2, 1), count(NOON, 7)]);
	});
});

test("a span is counted to the millisecond, in part from hours and in part from attempts", async () => {
	await within(newLane(), ({ stats, add }) => {
		const times = [0, 1, 30 * MINUTE_MS, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS, 5 * HOUR_MS + 7];
		for (const time of times) add(NOON + time);
		const edges = [...times, ...times.map((time) => time + 1), 3 * HOUR_MS, 6 * HOUR_MS];
		const nows = [NOON + 6 * HOUR_MS, NOON + 30 * HOUR_MS];
		for (const now of nows) {
			for (const since of edges) {
				for (const until of edges.filter((edge) => edge >= since)) {
					const success = times.filter((time) => since <= time && time < until).length;
					const span = { since: NOON + since, until: NOON + until };
					expect(stats.stats(span, now), `${since} to ${until}`).toEqual({ success, fail: 0 });
				}
			}
		}
	});
});

test("what was counted stays the same when the clock moves on, minute by minute", async () => {
	await within(newLane(), ({ stats, add }) => {
		const all: number[] = [];
		for (let minute = 0; minute < 200; minute++) {
			const now = NOON + minute * MINUTE_MS + ((minute * 7919) % MINUTE_MS);
			for (let i = 0; i < minute % 3; i++) {
				// Up to 40 s before its report.
				const at = now - ((minute * 104_729) % 40_000);
				add(at);
				all.push(at);
			}
			if (minute % 7 === 3) continue;
			const { minutes, hours } = stats.counts(now);
			const first = Math.floor(now / MINUTE_MS) * MINUTE_MS - 59 * MINUTE_MS;
			const sum = (counts: { success: number }[]) =>
				counts.reduce((total, { success }) => total + success, 0);
			expect(sum(minutes), `minute ${minute}`).toBe(all.filter((at) => at >= first).length);
			expect(sum(hours), `minute ${minute}`).toBe(all.length);
			expect(new Set(hours.map(({ at }) => at)).size).toBe(hours.length);
			expect(hours.every(({ at }) => at % HOUR_MS === 0)).toBe(true);
		}
	});
});

test("minutes that are complete are counted once, however often somebody looks", async () => {
	await within(newLane(), ({ stats, add, counted }) => {
		const now = NOON + 40 * MINUTE_MS;
		add(now - 30 * MINUTE_MS, 3);
		stats.counts(now);
		counted.length = 0;
		const later = stats.counts(now + 5_000);
		expect(counted).toEqual([now - 5 * MINUTE_MS]);
		expect(later.minutes).toEqual([count(now - 30 * MINUTE_MS, 3)]);
	});
});

test("a restart forgets nothing, and writes no hour twice", async () => {
	const lane = newLane();
	const now = NOON + 20 * MINUTE_MS;
	const before = await within(lane, ({ stats, add }) => {
		add(NOON - 3 * HOUR_MS, 3);
		add(NOON - MINUTE_MS, 2, false);
		add(NOON + MINUTE_MS, 1);
		return stats.counts(now);
	});
	await evictDurableObject(lane);
	await within(lane, ({ stats, hours }) => {
		expect(stats.counts(now)).toEqual(before);
		expect(hours()).toEqual([count(NOON - 3 * HOUR_MS, 3), count(NOON - HOUR_MS, 0, 2)]);
	});
});

test("hours stay when their attempts are dropped, and are gone after 90 days", async () => {
	await within(newLane(), ({ stats, add, hours, dropAttempts }) => {
		add(NOON - HOUR_MS, 3);
		add(NOON + 40 * DAY_MS, 2);
		stats.rollUp(NOON + 40 * DAY_MS + 2 * HOUR_MS);
		dropAttempts(NOON + 500 * DAY_MS);
		const span = { since: NOON - DAY_MS, until: NOON + 41 * DAY_MS };
		expect(stats.stats(span, NOON + 42 * DAY_MS)).toEqual({ success: 5, fail: 0 });
		stats.rollUp(NOON + 90 * DAY_MS + 5 * MINUTE_MS);
		expect(hours()).toEqual([count(NOON + 40 * DAY_MS, 2)]);
		stats.rollUp(NOON + 131 * DAY_MS);
		expect(hours()).toEqual([]);
	});
});

test("hours of attempts that nobody may see any more are still written down before these are dropped", async () => {
	await within(
		newLane(),
		({ stats, add, moveTo, dropAttempts }) => {
			add(NOON, 3);
			const later = NOON + 40 * DAY_MS;
			moveTo(later);
			stats.rollUp(later);
			dropAttempts(later);
			expect(stats.counts(later).hours).toEqual([count(NOON, 3)]);
		},
		7,
	);
});

test("a long time with many attempts is written down in steps, each with an end", async () => {
	await within(newLane(), ({ stats, add, hours, counted }) => {
		for (let hour = 0; hour < 450; hour++) add(NOON + hour * HOUR_MS, 1);
		const now = NOON + 451 * HOUR_MS;
		const steps: number[] = [];
		for (let isMore = true; isMore; ) {
			counted.length = 0;
			isMore = stats.rollUp(now);
			steps.push(counted.length);
		}
		expect(Math.max(...steps)).toBeLessThanOrEqual(200);
		expect(hours()).toHaveLength(450);
		expect(stats.rollUp(now)).toBe(false);
	});
});

test("a step ends after an hour with very many attempts, and what is not written down is counted all the same", async () => {
	await within(newLane(), ({ stats, add, hours }) => {
		add(NOON, 20_000);
		add(NOON + 2 * HOUR_MS, 3);
		const now = NOON + 5 * HOUR_MS;
		expect(stats.rollUp(now)).toBe(true);
		expect(hours()).toEqual([count(NOON, 20_000)]);
		const span = { since: NOON, until: now };
		expect(stats.stats(span, now)).toEqual({ success: 20_003, fail: 0 });
		expect(hours()).toEqual([count(NOON, 20_000), count(NOON + 2 * HOUR_MS, 3)]);
	});
});
