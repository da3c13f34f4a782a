// Lists the messages that a lane was given, newest first, with how each stands: a bounded walk, whatever is asked for.
import { isId, seqFrom, seqOf } from "../../core/ids.ts";
import { LOOKED_AT_MAX, type PageRead, planPage } from "../../core/page.ts";
import type { LaneMessage, LaneMessagePage, LaneMessageQuery } from "../../platform/lane-client.ts";
import { mergeSeqs, type SeenSeq, type SeqSpan } from "./attempted-messages.sql.ts";
import type { LaneParts } from "./lane-parts.ts";
import { dueAt } from "./lane-view.ts";

type Parts = Pick<LaneParts, "attempts" | "deliveries" | "queue" | "pace">;

/** Ends early after many messages that do not fit: `end` is then where the next page goes on. */
export function listMessages(parts: Parts, query: LaneMessageQuery, now: number): LaneMessagePage {
	const plan = planPage(query.limit, query.iterator, "descending");
	const messages: LaneMessage[] = [];
	let span = toSpan(plan, query);
	for (let looked = 0; looked < LOOKED_AT_MAX; looked += span.limit) {
		// More at once, the fewer of them fit.
		span = { ...span, limit: Math.min(Math.max(plan.take, looked), LOOKED_AT_MAX - looked) };
		const seen = findSeqs(parts, query, span);
		for (const { seq, fits } of seen) {
			if (fits === 0) continue;
			const message = { seq, ...statusOf(parts, seq, now) };
			if (query.statuses !== null && !query.statuses.includes(message.status)) continue;
			if (messages.length === plan.limit)
				return { messages, isMore: true, end: messages.at(-1)?.seq ?? null };
			messages.push(message);
		}
		const last = seen.at(-1)?.seq;
		if (last === undefined || seen.length < span.limit) {
			return { messages, isMore: false, end: messages.at(-1)?.seq ?? null };
		}
		span = span.down ? { ...span, below: last } : { ...span, above: last };
	}
	return { messages, isMore: true, end: span.down ? span.below : span.above };
}

function toSpan({ key, direction, take }: PageRead, { after, before }: LaneMessageQuery): SeqSpan {
	const down = direction === "descending";
	const keySeq = key !== null && isId("msg", key) ? seqOf(key) : null;
	const above = after === null ? -1 : seqFrom(after) - 1;
	const below = before === null ? Number.MAX_SAFE_INTEGER : seqFrom(before);
	return {
		above: keySeq === null || down ? above : Math.max(above, keySeq),
		below: keySeq === null || !down ? below : Math.min(below, keySeq),
		down,
		limit: take,
	};
}

/** What has a trace here: attempts, deliveries to come, leave that was given, and what was cancelled. */
function findSeqs({ attempts, deliveries, queue }: Parts, query: LaneMessageQuery, span: SeqSpan) {
	const granted = queue.granted.map(
		({ item }): SeenSeq => ({ seq: seqOf(item.messageId), fits: isAskedFor(item, query) ? 1 : 0 }),
	);
	return mergeSeqs(span, [
		({ above, below }) => granted.filter(({ seq }) => seq > above && seq < below),
		(rest) => attempts.messageSeqs(rest, query),
		(rest) => deliveries.messageSeqs(rest, query),
	]);
}

function isAskedFor(
	item: { eventType: string; channels: string[] | null; tags: string[] | null },
	{ eventTypes, channel, tag }: LaneMessageQuery,
): boolean {
	if (eventTypes !== null && !eventTypes.includes(item.eventType)) return false;
	if (channel !== null && item.channels?.includes(channel) !== true) return false;
	return tag === null || item.tags?.includes(tag) === true;
}

/** A success counts for good, also while the message is sent once more. */
function statusOf(
	{ attempts, deliveries, queue, pace }: Parts,
	seq: number,
	now: number,
): Omit<LaneMessage, "seq"> {
	const status = (text: LaneMessage["status"]) => ({ status: text, nextAt: null });
	const { hasSuccess, attempts: count } = attempts.ofMessage(seq);
	if (hasSuccess) return status("success");
	const row = deliveries.find(seq);
	if (row !== null) {
		if (row.due_at <= now) return status("pending");
		return { status: "sending", nextAt: row.leased === 1 ? null : dueAt(row, pace) };
	}
	if (queue.isGranted(seq)) return status("sending");
	if (deliveries.cancelledAt(seq) !== null) return status("canceled");
	return status(count > 0 ? "fail" : "pending");
}
