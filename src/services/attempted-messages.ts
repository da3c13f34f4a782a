// The messages of one endpoint with how each stands there: numbers and states from its lane, the rest from the MessageStore.
import type { AttemptRecord, MessageRecord } from "../core/delivery.ts";
import { notFound } from "../core/errors.ts";
import { type MessageId, seqOf, toId } from "../core/ids.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../core/page.ts";
import { isHeld } from "../core/standing.ts";
import type { LaneMessage, LaneMessagePage, LaneMessageQuery } from "../platform/lane-client.ts";
import type { OperatorSwitch } from "../platform/operator-switch-client.ts";
import { findEndpointEverInApp } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { readWindow } from "./time-window.ts";

export type AttemptedMessage = {
	record: MessageRecord;
	status: LaneMessage["status"];
	/** Epoch milliseconds; set while a retry is due, and the endpoint is sent to. */
	nextAt: number | null;
};

type Query = LaneMessageQuery & { withContent: boolean };

export async function listAttemptedMessages(
	ctx: ServiceContext,
	operatorSwitch: Pick<OperatorSwitch, "isPaused">,
	appIdOrUid: string,
	endpointIdOrUid: string,
	query: Query,
): Promise<ListEnvelope<AttemptedMessage>> {
	const application = await getApplication(ctx, appIdOrUid);
	const endpoint = await findEndpointEverInApp(ctx.db, application.id, endpointIdOrUid);
	if (endpoint === null) throw notFound();
	const lane = ctx.lanes.of(endpoint.id);
	const store = ctx.stores.of(application.id);
	const isPausedByOperator = await operatorSwitch.isPaused(ctx.now);
	const isSent = !isHeld({ endpoint, isPausedByOperator });
	return readWindow("msg", query, async ({ withContent, ...window }) => {
		const page = await lane.listMessages(window);
		const seqs = page.messages.map(({ seq }) => seq);
		const records = seqs.length === 0 ? [] : await store.findMany(seqs, withContent);
		const list = toList(window, page, records);
		return isSent ? list : { ...list, data: list.data.map((one) => ({ ...one, nextAt: null })) };
	});
}

/** Ends where the records do. A message that is gone by now leaves a gap. */
function toList(
	query: LaneMessageQuery,
	page: LaneMessagePage,
	records: readonly (MessageRecord | null)[],
): ListEnvelope<AttemptedMessage> {
	const plan = planPage(query.limit, query.iterator, "descending");
	const isCut = records.length < page.messages.length;
	const end = isCut ? (page.messages[records.length - 1]?.seq ?? null) : page.end;
	const rows = records.flatMap((record, i): AttemptedMessage[] => {
		const message = page.messages[i];
		if (record === null || message === undefined) return [];
		return [{ record, status: message.status, nextAt: message.nextAt }];
	});
	const isMore = page.isMore || isCut;
	const last = rows.at(-1);
	const isBehind = isMore && end !== null && (last === undefined || seqOf(last.record.id) !== end);
	return toEnvelope(
		plan,
		// Any id of that number leads on from there.
		{ rows, isMore, end: isBehind ? toId("msg", end, new Uint8Array(16)) : null },
		({ record }) => record.id,
		(row) => row,
	);
}

/** The messages of some attempts, without payloads; those that are gone are left out. */
export async function findMessagesOf(
	ctx: ServiceContext,
	appIdOrUid: string,
	attempts: readonly AttemptRecord[],
): Promise<Map<MessageId, MessageRecord>> {
	const seqs = [...new Set(attempts.map(({ messageId }) => seqOf(messageId)))];
	if (seqs.length === 0) return new Map();
	const application = await getApplication(ctx, appIdOrUid);
	const records = await ctx.stores.of(application.id).findMany(seqs, false);
	return new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record]])));
}
