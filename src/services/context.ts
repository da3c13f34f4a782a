// What every verb receives: who asks, when, and the few things it may touch.
import type { ApplicationId, Id } from "../core/ids.ts";
import type { Config } from "../platform/config.ts";
import type { Lanes } from "../platform/lane-client.ts";
import type { MessageStores } from "../platform/message-store-client.ts";
import type { Sealer } from "../platform/sealer.ts";
import type { Senders } from "../platform/sender-client.ts";
import type { Db, Statement } from "../store/db.ts";

export type ServiceContext = {
	db: Db;
	organisationId: Id<"org">;
	/** The one application that the calling token is for, which the doors hold it to; null: an API key calls. */
	onlyApplicationId: ApplicationId | null;
	/** What the caller sees of flagged event types; null for all of them. */
	featureFlags: readonly string[] | null;
	/** Epoch milliseconds of the request. */
	now: number;
	config: Config;
	/** Where the request came to, as host and port: an endpoint there would make deliveries loop. */
	ownHosts: string[];
	sealer: Sealer;
	stores: MessageStores;
	lanes: Lanes;
	senders: Senders;
	randomBytes(length: number): Uint8Array<ArrayBuffer>;
	/**
	 * The single write of a verb: all statements, and with them the answer that an idempotent POST will
	 * repeat, in one transaction. Returns `result`, which must be what the verb returns.
	 */
	commit<T>(statements: Statement[], result: T): Promise<T>;
	/** Runs after the answer. */
	background(work: Promise<unknown>): void;
};
