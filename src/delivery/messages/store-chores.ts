// What a MessageStore does when its alarm rings, and when it is to ring again.
import type { ApplicationId } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import { logError } from "../../platform/log.ts";
import type { HandOver } from "./hand-over.ts";
import type { messageSql } from "./message-store.sql.ts";
import type { RouteTable } from "./route-table.ts";
import type { Tails } from "./tails.ts";

/** How long after a hand-over the lanes are asked what they have made durable. */
const VERIFY_AFTER_MS = 5_000;
/** Between the parts of a verification of many lanes. */
const NEXT_PART_MS = 1_000;

type ChoreParts = {
	applicationId: ApplicationId;
	sql: ReturnType<typeof messageSql>;
	routes: RouteTable;
	handOver: HandOver;
	tails: Tails;
	clock: Clock;
};

export class StoreChores {
	readonly #parts: ChoreParts;

	constructor(parts: ChoreParts) {
		this.#parts = parts;
	}

	/** Never throws: what failed is tried again when the alarm rings next. Answers when that is to be. */
	async run(): Promise<number | null> {
		const { applicationId, sql, routes, handOver, tails, clock } = this.#parts;
		let isMore = false;
		try {
			sql.dropExpired(clock());
		} catch (error) {
			logError("drop_expired_failed", error, { applicationId });
		}
		try {
			handOver.recover();
			if (handOver.isOpen) {
				const found = await routes.read(applicationId);
				isMore = await handOver.verify(found?.routes ?? []);
			}
			await tails.checkDue();
		} catch (error) {
			logError("verify_failed", error, { applicationId });
		}
		return this.#nextLook(isMore ? NEXT_PART_MS : VERIFY_AFTER_MS);
	}

	#nextLook(afterMs: number): number | null {
		const { sql, handOver, tails, clock } = this.#parts;
		const soon = clock() + afterMs;
		if (handOver.isOpen) return soon;
		const times = [sql.nextExpiryAt(), tails.nextCheckAt()];
		const known = times.filter((time) => time !== null);
		return known.length === 0 ? null : Math.max(Math.min(...known), soon);
	}

	/** After a message that was written: there is something to verify, or later to drop. */
	afterWrite(now: number): number | null {
		const { sql, handOver } = this.#parts;
		return handOver.isOpen ? now + VERIFY_AFTER_MS : sql.nextExpiryAt();
	}
}
