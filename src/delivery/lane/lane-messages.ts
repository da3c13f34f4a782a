// Lists the messages that a lane was given, newest first, with how each stands: a bounded walk, whatever is asked for.
import { isId, seqFrom, seqOf } from "../../core/ids.ts";
import { type PageRead, planPage } from "../../core/page.ts";
import type { LaneMessage, LaneMessagePage, LaneMessageQuery } from "../../platform/lane-client.ts";
import type { SeqSpan } from "./attempted-messages.sql.ts";
import type { LaneParts } from "./lane-parts.ts";

/** Messages that one page looks at, also when few of them have the status that is asked for. */
const LOOKED_AT_MAX = 2_000;

type Parts = Pick<LaneParts, "attempts" | "deliveries" | "queue">;

/** Ends early after many messages of other statuses: `end` is then where the next page goes on. */
export function listMessages(parts: Parts, query: LaneMessageQuery, now: number): LaneMessagePage {
	const plan = planPage(query.limit, query.iterator, "descending");
	const messages: LaneMessage[] = [];
	let span = toSpan(plan, query);
	for (let looked = 0; looked < LOOKED_AT_MAX; looked += plan.take) {
		const seqs = findSeqs(parts, query, span);
		for (const seq of seqs) {
			const message = { seq, ...statusOf(parts, seq, now) };
			if (query.statuses !== null && !query.statuses.includes(message.status)) continue;
			if (messages.length === plan.limit)
				return { messages, isMore: true, end: messages.at(-1)?.seq ?? null };
			messages.push(message);
		}
		const last = seqs.at(-1);
		if (last === undefined || seqs.length < span.limit) {
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
	const granted = queue.granted
		.filter(({ item }) => isAskedFor(item, query))
		.map(({ item }) => seqOf(item.messageId))
		.filter((seq) => seq > span.above && seq < span.below);
	const found = new Set([
		...attempts.messageSeqs(span, query),
		...deliveries.messageSeqs(span, query),
		...granted,
	]);
	const sign = span.down ? -1 : 1;
	return [...found].sort((a, b) => sign * (a - b)).slice(0, span.limit);
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
	{ attempts, deliveries, queue }: Parts,
	seq: number,
	now: number,
): Omit<LaneMessage, "seq"> {
	const status = (text: LaneMessage["status"]) => ({ status: text, nextAt: null });
	const { hasSuccess, attempts: count } = attempts.ofMessage(seq);
	if (hasSuccess) return status("success");
	const row = deliveries.find(seq);
	if (row !== null) {
		if (row.due_at <= now) return status("pending");
		return { status: "sending", nextAt: row.leased === 1 ? null : row.due_at };
	}
	if (queue.isGranted(seq)) return status("sending");
	if (deliveries.cancelledAt(seq) !== null) return status("canceled");
	return status(count > 0 ? "fail" : "pending");
}
