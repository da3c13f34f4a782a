// A MessageStore's alarm: soon while something is not settled, else when there is next something to drop.

const WATCHDOG_MS = 30_000;
/** Nearer than this, an alarm is the durable sign that something may not be settled. */
const NEAR_MS = 60_000;

export class StoreAlarm {
	readonly #storage: DurableObjectStorage;
	#at: number | null = null;

	constructor(storage: DurableObjectStorage) {
		this.#storage = storage;
	}

	/** After a restart. The retention may be shorter now than when the alarm was set. */
	async load(expiryAt: number | null): Promise<void> {
		this.#at = await this.#storage.getAlarm();
		// Without one the alarm's handler may be about to run, and sees to it.
		if (this.#at !== null) this.arm(expiryAt);
	}

	/** Without an alarm its handler may be about to run. */
	isNear(now: number): boolean {
		return this.#at === null || this.#at - now < NEAR_MS;
	}

	/** Sees to it that there is an alarm at about this time: one that comes soon enough is left as it is. */
	arm(at: number | null, slackMs = WATCHDOG_MS): void {
		if (at === null || (this.#at !== null && this.#at <= at + slackMs)) return;
		this.#set(at);
	}

	/** First in the handler: whatever happens in it, there is another alarm. */
	watch(now: number): void {
		this.#set(now + WATCHDOG_MS);
	}

	/** Last in the handler: in the watchdog's place; null when there is nothing to wait for. */
	rest(at: number | null): void {
		this.#at = null;
		if (at === null) void this.#storage.deleteAlarm();
		else this.#set(at);
	}

	#set(at: number): void {
		this.#at = at;
		void this.#storage.setAlarm(at);
	}
}
