// What is read of an application's messages, by id or eventId, and in pages.
import type { MessageContent, MessageRecord } from "../../core/delivery.ts";
import { isId, type MessageId, seqFrom, seqOf } from "../../core/ids.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../../core/page.ts";
import type { Destinations, MessageQuery } from "../../platform/message-store-client.ts";
import {
	endpointsOf,
	type HeadRow,
	skippedOf,
	toItem,
	toMessageRecord,
} from "./message-rows.sql.ts";
import { type messageSql, PAGE_CHARS_MAX } from "./message-store.sql.ts";

export class MessageReader {
	readonly #sql: ReturnType<typeof messageSql>;

	constructor(sql: ReturnType<typeof messageSql>) {
		this.#sql = sql;
	}

	findRow(idOrEventId: string, withContent: boolean): HeadRow | null {
		if (isId("msg", idOrEventId)) {
			const row = this.#sql.findBySeq(seqOf(idOrEventId), withContent);
			return row?.id === idOrEventId ? row : null;
		}
		const found = this.#sql.findByEventId(idOrEventId);
		return found === null ? null : this.#sql.findBySeq(found.seq, withContent);
	}

	find(idOrEventId: string, withContent: boolean): MessageRecord | null {
		const row = this.findRow(idOrEventId, withContent);
		return row === null ? null : toMessageRecord(row);
	}

	findPayload(idOrEventId: string): { text: string | null } | null {
		const row = this.findRow(idOrEventId, false);
		return row === null ? null : { text: this.#sql.findContent(row)?.payload || null };
	}

	findMany(seqs: readonly number[], withContent: boolean): (MessageRecord | null)[] {
		const records: (MessageRecord | null)[] = [];
		let chars = 0;
		for (const seq of seqs) {
			const row = this.#sql.findBySeq(seq, withContent);
			chars += row?.payload?.length ?? 0;
			if (records.length > 0 && chars > PAGE_CHARS_MAX) break;
			records.push(row === null ? null : toMessageRecord(row));
		}
		return records;
	}

	findDestinations(idOrEventId: string): Destinations | null {
		const row = this.findRow(idOrEventId, false);
		if (row === null) return null;
		return { item: toItem(row), endpointIds: endpointsOf(row), skippedIds: skippedOf(row) };
	}

	findManyDestinations(messageIds: readonly MessageId[]): (Destinations | null)[] {
		return messageIds.map((id) => this.findDestinations(id));
	}

	findContent(messageId: MessageId): MessageContent | null {
		const row = this.findRow(messageId, false);
		const found = row === null ? null : this.#sql.findContent(row);
		if (found === null) return null;
		return { body: found.body ?? found.payload, contentType: found.content_type };
	}

	list(query: MessageQuery): ListEnvelope<MessageRecord> {
		const plan = planPage(query.limit, query.iterator, "descending");
		const key = plan.key !== null && isId("msg", plan.key) ? seqOf(plan.key) : null;
		const times = {
			from: query.after === null ? 0 : seqFrom(query.after),
			to: query.before === null ? Number.MAX_SAFE_INTEGER : seqFrom(query.before),
		};
		const rows = this.#sql.list(plan, key, { ...query, ...times }, query.withContent);
		return toEnvelope(plan, rows, (row) => row.id, toMessageRecord);
	}
}
