// Idempotency keys that client libraries make up: they protect a retry within minutes, so they live in
// memory and in their message's row, without a row or an index of their own.
import { firstSeq, seqTime } from "../../core/ids.ts";
import type { messageSql } from "./message-store.sql.ts";

const LIFE_MS = 5 * 60_000;
/** Half of a SHA-256 in hex: no two keys of some minutes share it, and a busy application has many. */
const NAME_LENGTH = 32;

export class AutoKeys {
	/** Sequence number of the message by key, oldest first. */
	readonly #seqs = new Map<string, number>();

	/** After a restart the keys of the last minutes are read back from the messages. */
	constructor(sql: ReturnType<typeof messageSql>, now: number) {
		for (const row of sql.autoKeysSince(firstSeq(now - LIFE_MS))) {
			this.add(row.auto_key, row.seq, now);
		}
	}

	find(digest: string, now: number): number | undefined {
		const seq = this.#seqs.get(digest.slice(0, NAME_LENGTH));
		return seq !== undefined && now - seqTime(seq) <= LIFE_MS ? seq : undefined;
	}

	add(digest: string, seq: number, now: number): void {
		for (const [old, oldSeq] of this.#seqs) {
			if (now - seqTime(oldSeq) <= LIFE_MS) break;
			this.#seqs.delete(old);
		}
		const name = digest.slice(0, NAME_LENGTH);
		this.#seqs.delete(name);
		this.#seqs.set(name, seq);
	}
}
