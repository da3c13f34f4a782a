// Which message a request made before, by its idempotency key.
import { firstSeq } from "../../core/ids.ts";
import type { NewMessage } from "../../platform/message-store-client.ts";
import { AutoKeys } from "./auto-keys.ts";
import type { messageSql } from "./message-store.sql.ts";

const CHOSEN_KEY_LIFE_MS = 12 * 3_600_000;

export class RequestKeys {
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #made: AutoKeys;

	constructor(sql: ReturnType<typeof messageSql>, now: number) {
		this.#sql = sql;
		this.#made = new AutoKeys(sql, now);
	}

	/** The sequence number of the message that was made with this key; null for none. */
	find(key: NewMessage["requestKey"], now: number): number | null {
		if (key === null) return null;
		if (key.made) return this.#made.find(key.digest, now) ?? null;
		const from = firstSeq(now - CHOSEN_KEY_LIFE_MS);
		return this.#sql.findByRequestKey(key.digest, from)?.seq ?? null;
	}

	/** After the message is stored: a chosen key is found in its row. */
	add(key: NewMessage["requestKey"], seq: number, now: number): void {
		if (key?.made === true) this.#made.add(key.digest, seq, now);
	}
}
