// Idempotency keys that client libraries make up: they protect a retry within minutes, so they live in
// memory and in their message's row, without a row or an index of their own.
import { firstSeq, seqFrom } from "../../core/ids.ts";
import { RecentDigests } from "../../core/recent-digests.ts";
import type { messageSql } from "./message-store.sql.ts";

const LIFE_MS = 5 * 60_000;

export class AutoKeys {
	readonly #sql: Pick<ReturnType<typeof messageSql>, "autoKeyOf">;
	/** With their messages' sequence numbers. A busy application has hundreds of thousands in these minutes. */
	readonly #recent = new RecentDigests();

	/** After a restart the keys of the last minutes are read back from the messages. */
	constructor(
		sql: Pick<ReturnType<typeof messageSql>, "autoKeyOf" | "autoKeysSince">,
		now: number,
	) {
		this.#sql = sql;
		for (const row of sql.autoKeysSince(firstSeq(now - LIFE_MS))) {
			this.add(row.auto_key, row.seq, now);
		}
	}

	find(digest: string, now: number): number | undefined {
		const maybe = this.#recent.find(digest, seqFrom(now - LIFE_MS));
		return maybe.find((seq) => this.#sql.autoKeyOf(seq) === digest);
	}

	add(digest: string, seq: number, now: number): void {
		this.#recent.add(digest, seq, seqFrom(now - LIFE_MS));
	}
}
