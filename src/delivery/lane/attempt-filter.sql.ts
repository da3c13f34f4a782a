// Which attempts a list asks for, as conditions on their rows.
import { type AttemptId, firstSeq, seqOf, seqTime } from "../../core/ids.ts";
import type { AttemptQuery } from "../../platform/lane-client.ts";

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
	if (after !== null) from.push(firstSeq(after - CLOCKS_APART_MS));
	if (messageSeq !== null) from.push(firstAttemptSeq(messageSeq));
	if (before !== null) to.push(firstSeq(before + RECORDED_WITHIN_MS));
	// The key's own number belongs to it: an attempt of the same moment may come after it.
	if (keySeq !== null && down) to.push(keySeq + 1);
	if (keySeq !== null && !down) from.push(keySeq);
	return { from: Math.max(...from), to: Math.min(...to) };
}

/** Only what comes after the last page. Two attempts of the same moment differ only in their ids. */
export function keyCondition(
	where: string[],
	values: (string | number)[],
	key: AttemptId,
	down: boolean,
): void {
	where.push(down ? "(seq < ? OR id < ?)" : "(seq > ? OR id > ?)");
	values.push(seqOf(key), key);
}

/** Conditions on rows, and the values for their question marks. */
export function attemptConditions(filter: AttemptFilter, range: SeqRange) {
	const where = ["seq >= ? AND seq < ?"];
	const values: (string | number)[] = [range.from, range.to];
	const and = (condition: string, ...more: (string | number)[]) => {
		where.push(condition);
		values.push(...more);
	};
	if (filter.messageSeq !== null) and("message_seq = ?", filter.messageSeq);
	if (filter.succeeded !== null) and(filter.succeeded ? "failure IS NULL" : "failure IS NOT NULL");
	if (filter.statusClass !== null) {
		and("status >= ? AND status < ?", filter.statusClass, filter.statusClass + 100);
	}
	if (filter.after !== null) and("started_at >= ?", filter.after);
	if (filter.before !== null) and("started_at < ?", filter.before);
	if (filter.channel !== null) {
		and("EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)", filter.channel);
	}
	if (filter.tag !== null)
		and("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", filter.tag);
	if (filter.eventTypes !== null) {
		and("event_type IN (SELECT value FROM json_each(?))", JSON.stringify(filter.eventTypes));
	}
	return { where, values };
}
