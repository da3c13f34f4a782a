// A lane's operational events: written in the transaction of what they tell of, published when it is over.
import type { Route } from "../../core/delivery.ts";
import {
	type ApplicationId,
	ID_RANDOM_BYTES,
	type Id,
	type MessageId,
	newId,
} from "../../core/ids.ts";
import { type OperationalEventType, toEventPayload } from "../../core/operational-event.ts";
import type { Clock } from "../../platform/clock.ts";
import { type PublishTools, publishEvent } from "../../platform/event-publisher.ts";
import { logError } from "../../platform/log.ts";
import { firstRow } from "../sql.ts";

/** `source_id` is the application of the endpoint, `application_id` the operational one. */
const SCHEMA = `CREATE TABLE IF NOT EXISTS events (
	id TEXT PRIMARY KEY,
	application_id TEXT NOT NULL,
	source_id TEXT NOT NULL,
	type TEXT NOT NULL,
	data TEXT NOT NULL,
	created_at INTEGER NOT NULL
) WITHOUT ROWID`;

type EventRow = {
	id: Id<"opevt">;
	application_id: ApplicationId;
	source_id: ApplicationId;
	type: OperationalEventType;
	data: string;
	created_at: number;
};

/** What happened where, and who hears of it. */
type Heard = Pick<Route, "applicationId" | "operationalApplicationId">;

const AT_ONCE = 10;

export class EventBox {
	readonly #sql: SqlStorage;
	readonly #tools: PublishTools;
	readonly #clock: Clock;
	readonly #randomBytes: (length: number) => Uint8Array;
	/** False only when the table was seen empty since the last `add`. */
	#mayHold = true;
	#flushing: Promise<void> | null = null;

	constructor(
		sql: SqlStorage,
		tools: PublishTools,
		clock: Clock,
		randomBytes: (length: number) => Uint8Array,
	) {
		sql.exec(SCHEMA);
		this.#sql = sql;
		this.#tools = tools;
		this.#clock = clock;
		this.#randomBytes = randomBytes;
	}

	/** True while something is not published. */
	get isOpen(): boolean {
		if (this.#mayHold) {
			this.#mayHold = firstRow(this.#sql, "SELECT id FROM events LIMIT 1") !== null;
		}
		return this.#mayHold;
	}

	/** Keeps an event until it is published; nothing when nobody asked for it. `data` is as it is on the wire. */
	add(route: Heard, type: OperationalEventType, data: object): void {
		if (route.operationalApplicationId === null) return;
		const now = this.#clock();
		this.#mayHold = true;
		this.#sql.exec(
			`INSERT INTO events (id, application_id, source_id, type, data, created_at)
			VALUES (?, ?, ?, ?, ?, ?)`,
			newId("opevt", now, this.#randomBytes(ID_RANDOM_BYTES)),
			route.operationalApplicationId,
			route.applicationId,
			type,
			JSON.stringify(data),
			now,
		);
	}

	/** Publishes what is in the box. What fails stays, and `isOpen` with it. Never throws. */
	flush(): Promise<void> {
		this.#flushing ??= this.#flush().finally(() => {
			this.#flushing = null;
		});
		return this.#flushing;
	}

	async #flush(): Promise<void> {
		while (this.isOpen) {
			const rows = this.#sql
				.exec<EventRow>("SELECT * FROM events ORDER BY id LIMIT ?", AT_ONCE)
				.toArray();
			const published = await Promise.all(rows.map((row) => this.#publish(row)));
			if (published.includes(false)) return;
		}
	}

	async #publish(row: EventRow): Promise<boolean> {
		try {
			await publishEvent(this.#tools, {
				id: row.id,
				applicationId: row.application_id,
				type: row.type,
				payload: toEventPayload(row.type, await this.#complete(row)),
				createdAt: row.created_at,
			});
			this.#sql.exec("DELETE FROM events WHERE id = ?", row.id);
			return true;
		} catch (error) {
			logError("event_not_published", error, { eventId: row.id });
			return false;
		}
	}

	/** The sender's own id of a message is known to its MessageStore only. */
	async #complete(row: EventRow): Promise<object> {
		// safe because only `add` writes it
		const data = JSON.parse(row.data) as { msgId?: MessageId };
		if (data.msgId === undefined) return data;
		const record = await this.#tools.stores.of(row.source_id).find(data.msgId, false);
		return { ...data, msgEventId: record?.eventId ?? null };
	}
}
