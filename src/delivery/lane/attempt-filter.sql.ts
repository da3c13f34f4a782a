// Which attempts a list asks for, as conditions on their rows.
import { type AttemptId, firstSeq, seqOf, seqTime } from "../../core/ids.ts";
import type { AttemptQuery } from "../../platform/lane-client.ts";
import { type Condition, subjectConditions } from "../fitting.sql.ts";

/** An attempt is recorded soon after it began: its sequence number is not much later. */
const RECORDED_WITHIN_MS = 10 * 60_000;
/** The clocks of objects and senders may differ: its number may be of a moment before it began. */
const CLOCKS_APART_MS = 60_000;

export type AttemptFilter = Omit<AttemptQuery, "limit" | "iterator" | "messageId"> & {
	messageSeq: number | null;
};

/** Sequence numbers: from (inclusive), to (exclusive). */
type SeqRange = { from: number; to: number };

/** No attempt of a message has a smaller number. */
export function firstAttemptSeq(messageSeq: number): number {
	return firstSeq(seqTime(messageSeq) - CLOCKS_APART_MS);
}

/** No attempt that began then or later has a smaller number. */
export const firstStartSeq = (atMs: number): number => firstSeq(atMs - CLOCKS_APART_MS);
/** No attempt with this number or a later one began before. */
export const earliestStart = (seq: number): number => seqTime(seq) - RECORDED_WITHIN_MS;

/** Where attempts are that a list asks for, so that no others need to be read. */
export function attemptRange(
	filter: Pick<AttemptFilter, "after" | "before" | "messageSeq">,
	visibleFrom: number,
	keySeq: number | null,
	down: boolean,
): SeqRange {
	const { after, before, messageSeq } = filter;
	const from = [visibleFrom];
	const to = [Number.MAX_SAFE_INTEGER];
	if (after !== null) from.push(firstStartSeq(after));
	if (messageSeq !== null) from.push(firstAttemptSeq(messageSeq));
	if (before !== null) to.push(firstSeq(before + RECORDED_WITHIN_MS));
	// The key's own number belongs to it: an attempt of the same moment may come after it.
	if (keySeq !== null && down) to.push(keySeq + 1);
	if (keySeq !== null && !down) from.push(keySeq);
	return { from: Math.max(...from), to: Math.min(...to) };
}

/**
 * Which rows of a range a page looks at: those of a message, and only what comes after the last page. Two
 * attempts of the same moment differ only in their ids.
 */
export function attemptsWithin(
	{ messageSeq }: Pick<AttemptFilter, "messageSeq">,
	key: AttemptId | null,
	down: boolean,
): Condition[] {
	const conditions: Condition[] = [];
	if (messageSeq !== null) conditions.push({ where: "message_seq = ?", values: [messageSeq] });
	if (key !== null) {
		const where = down ? "seq < ? OR id < ?" : "seq > ? OR id > ?";
		conditions.push({ where, values: [seqOf(key), key] });
	}
	return conditions;
}

/** What each of these rows must fit. */
export function attemptConditions(filter: AttemptFilter): Condition[] {
	const { succeeded, statusClass, after, before } = filter;
	const conditions = subjectConditions(filter);
	const and = (where: string, ...values: number[]) => conditions.push({ where, values });
	if (succeeded !== null) and(succeeded ? "failure IS NULL" : "failure IS NOT NULL");
	if (statusClass !== null) and("status >= ? AND status < ?", statusClass, statusClass + 100);
	if (after !== null) and("started_at >= ?", after);
	if (before !== null) and("started_at < ?", before);
	return conditions;
}
