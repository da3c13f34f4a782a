// How an application's message is accepted: decided and written in one step, then offered to its lanes. Those that come
// at the same moment share a commit.
import type { Grant } from "../../core/delivery.ts";
import { type ApplicationId, ID_RANDOM_BYTES, nextSeq, toId } from "../../core/ids.ts";
import { chooseRoutes } from "../../core/match.ts";
import { type Clock, randomBytes } from "../../platform/clock.ts";
import type { Accepted, NewMessage, RoutesRead } from "../../platform/message-store-client.ts";
import type { HandOver } from "./hand-over.ts";
import { toMessageRecord, toMessageRow } from "./message-rows.sql.ts";
import type { messageSql } from "./message-store.sql.ts";
import { Moment } from "./moment.ts";
import { RequestKeys } from "./request-keys.ts";
import type { RouteTable } from "./route-table.ts";
import type { Tails } from "./tails.ts";

/** Endpoints that get a message directly; beyond them the queue hands over in chunks. */
const DIRECT_ENDPOINTS_MAX = 25;

type IntakeParts = {
	applicationId: ApplicationId;
	sql: ReturnType<typeof messageSql>;
	routes: RouteTable;
	handOver: HandOver;
	tails: Tails;
	clock: Clock;
	/** Told after each message: there is something to verify, or later to drop. */
	written(now: number): void;
};

export class Intake {
	readonly #parts: IntakeParts;
	readonly #requestKeys: RequestKeys;
	readonly #moment = new Moment();
	#lastSeq: number;

	constructor(parts: IntakeParts) {
		this.#parts = parts;
		this.#lastSeq = parts.sql.lastRow()?.seq ?? 0;
		this.#requestKeys = new RequestKeys(parts.sql, parts.clock());
	}

	async accept(message: NewMessage, uid?: string, brought?: RoutesRead): Promise<Accepted> {
		const { applicationId, sql, routes, handOver, tails } = this.#parts;
		await this.#moment.pass();
		const found = await routes.read(applicationId, brought);
		const isItsName = uid === undefined || uid === found?.uid;
		if (found === null || !isItsName) return { kind: "no_application" };

		// From here to the insert nothing awaits: check and write are one step.
		const replay = this.#findReplay(message);
		if (replay !== null) return replay;
		if (message.eventId !== null && sql.findByEventId(message.eventId) !== null) {
			return { kind: "duplicate" };
		}
		const chosen = chooseRoutes(found.routes, message);
		const { record, isInSight } = this.#insert(message, chosen);
		tails.tell(record);
		// What waits for earlier messages is handed over by the alarm.
		const ready = isInSight ? chosen.sent : [];
		const near = ready.slice(0, DIRECT_ENDPOINTS_MAX);
		const later = ready.slice(DIRECT_ENDPOINTS_MAX).map((route) => route.endpointId);
		return { kind: "accepted", record, grants: await handOver.offer(near, record), later };
	}

	#findReplay(message: NewMessage): Accepted | null {
		const { sql, clock } = this.#parts;
		const seq = this.#requestKeys.find(message.requestKey, clock());
		const row = seq === null ? null : sql.findBySeq(seq, true);
		if (row === null) return null;
		return { kind: "replayed", record: toMessageRecord(row), withContent: row.with_content === 1 };
	}

	#insert(message: NewMessage, chosen: ReturnType<typeof chooseRoutes<Grant["route"]>>) {
		const { sql, clock, handOver, written } = this.#parts;
		const now = clock();
		const seq = nextSeq(this.#lastSeq, now);
		const id = toId("msg", seq, randomBytes(ID_RANDOM_BYTES));
		const unsettledFrom = handOver.lowest(seq);
		const row = toMessageRow(message, { seq, id, ...chosen, unsettledFrom });
		sql.insert(row);
		this.#lastSeq = seq;
		this.#requestKeys.add(message.requestKey, seq, now);
		const endpointIds = chosen.sent.map(({ endpointId }) => endpointId);
		const isInSight = handOver.add(seq, endpointIds, now);
		written(now);
		return { record: toMessageRecord(row), isInSight };
	}
}
