// Idempotency keys that client libraries make up: they protect a retry within minutes, so they live in
// memory and in their message's row, without a row or an index of their own.
import { firstSeq } from "../core/ids.ts";
import type { messageSql } from "./message-store.sql.ts";

const LIFE_MS = 5 * 60_000;

export class AutoKeys {
	/** Oldest first. */
	readonly #seqs = new Map<string, { seq: number; at: number }>();

	/** After a restart the keys of the last minutes are read back from the messages. */
	constructor(sql: ReturnType<typeof messageSql>, now: number) {
		for (const row of sql.autoKeysSince(firstSeq(now - LIFE_MS))) {
			this.#seqs.set(row.auto_key, { seq: row.seq, at: now });
		}
	}

	find(digest: string, now: number): number | undefined {
		const found = this.#seqs.get(digest);
		return found !== undefined && now - found.at <= LIFE_MS ? found.seq : undefined;
	}

	add(digest: string, seq: number, now: number): void {
		for (const [old, { at }] of this.#seqs) {
			if (now - at <= LIFE_MS) break;
			this.#seqs.delete(old);
		}
		this.#seqs.set(digest, { seq, at: now });
	}
}
