// Why a message arrived and no attempt tells of it: the cause has a name, or something is wrong.
import type { Arrival } from "./crash-receiver.ts";

/**
 * `underWay`: the server was killed before it was answered. `unrecorded`: it was answered, and the server killed
 * before that was durable. `leaseOver`: nothing came of it until its lease ran out, so it was sent again.
 */
export type Cause = "underWay" | "unrecorded" | "leaseOver";

export type Terms = {
	/** When the servers were killed, epoch milliseconds, by the numbers of their lives. */
	killedAt: ReadonlyMap<number, number>;
	/** How long an attempt may take. */
	timeoutMs: number;
	/** At least so long nobody else sends what somebody may be sending. */
	leaseMs: number;
	/** By life: the longest time from an answer to its record, of what was recorded. */
	slowestRecordMs: ReadonlyMap<number, number>;
};

/** From an answer to its durable record: two gatherings and a commit. */
const TO_DURABLE_MS = 1_000;
/** What the crash made void may have been somewhat slower than the slowest that was written before. */
const SLOWER = 2;

/**
 * @param others all arrivals of the same message at the same endpoint
 * @returns `ageMs`: from the end of the attempt to the crash
 */
export function explain(
	arrival: Arrival,
	others: readonly Arrival[],
	{ killedAt, timeoutMs, leaseMs, slowestRecordMs }: Terms,
): { cause: Cause | null; ageMs: number; told: string } {
	const { at, answeredAt, life } = arrival;
	const next = others.find((other) => other.life === life && other.at > at);
	if (next !== undefined) {
		const gapMs = Math.round(next.at - at);
		const cause = gapMs >= leaseMs ? "leaseOver" : null;
		return { cause, ageMs: 0, told: `sent again after ${gapMs} ms, by the same server` };
	}
	const diedAt = killedAt.get(life);
	if (diedAt === undefined) {
		return { cause: null, ageMs: 0, told: "not recorded, though its server was not killed" };
	}
	// What was answered after the kill was answered to nobody.
	const isAnswered = answeredAt !== null && answeredAt <= diedAt;
	const ageMs = Math.max(0, Math.round(diedAt - (isAnswered ? answeredAt : at + timeoutMs)));
	const slowest = slowestRecordMs.get(life) ?? 0;
	const told = `over ${ageMs} ms before the crash; others were recorded after ${slowest} ms at most`;
	if (ageMs > TO_DURABLE_MS + SLOWER * slowest) return { cause: null, ageMs, told };
	return { cause: isAnswered ? "unrecorded" : "underWay", ageMs, told };
}
