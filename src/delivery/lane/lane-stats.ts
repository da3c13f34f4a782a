// How many attempts a lane made, by minute and by hour. An hour is written down once, when it is over and
// somebody asks; what is not written down yet is counted from the attempts.
import type { AttemptCount } from "../../platform/lane-client.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS hours (
	at INTEGER PRIMARY KEY,
	success INTEGER NOT NULL,
	fail INTEGER NOT NULL
);
`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTES_SHOWN = 60;
const HOURS_KEPT_MS = 90 * 24 * HOUR_MS;
/** An attempt is reported after it began: what is older than this is complete. */
const COMPLETE_AFTER_MS = 5 * MINUTE_MS;
/** A step of writing down ends after so many attempts or hours: nothing else of the lane happens meanwhile. */
const STEP_ATTEMPTS_MAX = 20_000;
const STEP_HOURS_MAX = 200;

/** Attempts that began from (inclusive) to (exclusive) a time, by buckets of this length, oldest first. */
type Attempts = {
	countsBetween(fromMs: number, toMs: number, bucketMs: number): AttemptCount[];
	/** A time before which no attempt began that began at `fromMs` or later; null when there is none. */
	firstFrom(fromMs: number): number | null;
};

type Sums = { success: number; fail: number };

export class LaneStats {
	readonly #sql: SqlStorage;
	readonly #attempts: Attempts;
	/** Every hour before this moment is written down. */
	#writtenTo: number;
	/** Complete minutes from `#minutesFrom` to `#minutesTo`, so that each is counted once. */
	#minutes: AttemptCount[] = [];
	#minutesFrom = 0;
	#minutesTo = 0;

	constructor(sql: SqlStorage, attempts: Attempts) {
		this.#sql = sql;
		this.#attempts = attempts;
		sql.exec(SCHEMA);
		const { at } = sql.exec<{ at: number | null }>("SELECT max(at) AS at FROM hours").one();
		this.#writtenTo = at === null ? 0 : at + HOUR_MS;
	}

	/**
	 * Writes down hours that are over, a bounded number. To be called before attempts are dropped, until it
	 * answers that no more are left.
	 */
	rollUp(now: number): boolean {
		const to = floor(now - COMPLETE_AFTER_MS, HOUR_MS);
		if (to <= this.#writtenTo) return false;
		this.#sql.exec("DELETE FROM hours WHERE at < ?", to - HOURS_KEPT_MS);
		// What would be deleted at once is not written.
		let from = Math.max(this.#writtenTo, to - HOURS_KEPT_MS);
		for (let hours = 0, attempts = 0; from < to; hours++) {
			const first = this.#attempts.firstFrom(from);
			from = first === null ? to : Math.min(to, Math.max(from, floor(first, HOUR_MS)));
			if (from === to || hours === STEP_HOURS_MAX || attempts >= STEP_ATTEMPTS_MAX) break;
			for (const { at, success, fail } of this.#attempts.countsBetween(
				from,
				from + HOUR_MS,
				HOUR_MS,
			)) {
				this.#sql.exec("INSERT INTO hours (at, success, fail) VALUES (?, ?, ?)", at, success, fail);
				attempts += success + fail;
			}
			from += HOUR_MS;
		}
		this.#writtenTo = from;
		return from < to;
	}

	/** Writes down all that is over, with room for other work between the steps. */
	async catchUp(now: number): Promise<void> {
		while (this.rollUp(now)) await new Promise((resolve) => setTimeout(resolve, 0));
	}

	/** The last 60 minutes and 90 days, with those that have just begun; without those that had no attempt. */
	counts(now: number): { minutes: AttemptCount[]; hours: AttemptCount[] } {
		this.rollUp(now);
		const firstMinute = firstShown(now);
		const minutes = this.#unwritten(now);
		return {
			minutes: minutes.filter(({ at }) => at >= firstMinute),
			hours: this.#hours(floor(now, HOUR_MS) - HOURS_KEPT_MS + HOUR_MS, minutes),
		};
	}

	/** Hours from a time on (epoch milliseconds), without those that had no attempt. Writes nothing down. */
	hoursFrom(from: number, now: number): AttemptCount[] {
		return this.#hours(from, this.#unwritten(now));
	}

	#hours(from: number, minutes: readonly AttemptCount[]): AttemptCount[] {
		const fresh = minutes.filter(({ at }) => at >= this.#writtenTo);
		const hours = toHours(fresh).filter(({ at }) => at >= from);
		return [...this.#writtenHours(from, this.#writtenTo), ...hours];
	}

	/** Minutes that are shown, and those whose hours are not written down. */
	#unwritten(now: number): AttemptCount[] {
		return this.#minutesSince(Math.min(firstShown(now), this.#writtenTo), now);
	}

	/** Attempts that began from `since` (inclusive) to `until` (exclusive), to the millisecond. */
	stats({ since, until }: { since: number; until: number }, now: number): Sums {
		this.rollUp(now);
		const from = floor(since + HOUR_MS - 1, HOUR_MS);
		const to = Math.min(floor(until, HOUR_MS), this.#writtenTo);
		if (from >= to) return sum(this.#attempts.countsBetween(since, until, HOUR_MS));
		return sum([
			...this.#attempts.countsBetween(since, from, HOUR_MS),
			...this.#writtenHours(from, to),
			...this.#attempts.countsBetween(to, until, HOUR_MS),
		]);
	}

	#writtenHours(from: number, to: number): AttemptCount[] {
		return this.#sql
			.exec<AttemptCount>(
				"SELECT at, success, fail FROM hours WHERE at >= ? AND at < ? ORDER BY at",
				from,
				to,
			)
			.toArray();
	}

	#minutesSince(from: number, now: number): AttemptCount[] {
		const complete = floor(now - COMPLETE_AFTER_MS, MINUTE_MS);
		const isKnown = this.#minutesFrom <= from && from <= this.#minutesTo;
		const known = isKnown ? this.#minutes.filter(({ at }) => at >= from) : [];
		const knownTo = isKnown ? Math.min(this.#minutesTo, complete) : from;
		const counted = this.#attempts.countsBetween(knownTo, now + MINUTE_MS, MINUTE_MS);
		const all = [...known.filter(({ at }) => at < knownTo), ...counted];
		this.#minutes = all.filter(({ at }) => at < complete);
		this.#minutesFrom = from;
		this.#minutesTo = Math.max(complete, from);
		return all;
	}
}

const floor = (ms: number, unitMs: number) => Math.floor(ms / unitMs) * unitMs;
const firstShown = (now: number) => floor(now, MINUTE_MS) - (MINUTES_SHOWN - 1) * MINUTE_MS;

function sum(counts: readonly AttemptCount[]): Sums {
	const sums = { success: 0, fail: 0 };
	for (const { success, fail } of counts) {
		sums.success += success;
		sums.fail += fail;
	}
	return sums;
}

function toHours(minutes: readonly AttemptCount[]): AttemptCount[] {
	const hours = new Map<number, AttemptCount>();
	for (const { at, success, fail } of minutes) {
		const hourAt = floor(at, HOUR_MS);
		const hour = hours.get(hourAt) ?? { at: hourAt, success: 0, fail: 0 };
		hours.set(hourAt, { at: hourAt, success: hour.success + success, fail: hour.fail + fail });
	}
	return [...hours.values()];
}
