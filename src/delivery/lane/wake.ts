// When an object looks at its work again: a timer while it is awake, and one alarm for everything else.

/** Sooner than this a timer does it; the alarm follows in case that the object is gone by then. */
const TIMER_MS_MAX = 2_000;
const ALARM_AFTER_TIMER_MS = 5_000;

export class Wake {
	readonly #storage: DurableObjectStorage;
	readonly #onTimer: () => void;
	#alarmAt: number | null = null;
	/** The earliest time asked for while the alarm's handler runs; null while it does not. */
	#asked: number | null = null;
	#timer: { at: number; handle: ReturnType<typeof setTimeout> } | null = null;

	constructor(storage: DurableObjectStorage, onTimer: () => void) {
		this.#storage = storage;
		this.#onTimer = onTimer;
	}

	async load(): Promise<void> {
		this.#alarmAt = await this.#storage.getAlarm();
	}

	/** Wakes at `at`, or earlier if something else asks for it. */
	at(at: number, now: number): void {
		if (at - now > TIMER_MS_MAX) {
			this.arm(at);
			return;
		}
		this.arm(now + ALARM_AFTER_TIMER_MS);
		if (this.#timer !== null) {
			if (this.#timer.at <= at) return;
			clearTimeout(this.#timer.handle);
		}
		const handle = setTimeout(() => this.#fire(), Math.max(0, at - now));
		this.#timer = { at, handle };
	}

	#fire(): void {
		this.#timer = null;
		this.#onTimer();
	}

	/** One alarm for all: moved only to an earlier time. While its handler runs, `rest` sets it, once. */
	arm(at: number): void {
		if (this.#asked !== null) {
			this.#asked = Math.min(this.#asked, at);
		} else if (this.#alarmAt === null || at < this.#alarmAt) {
			this.#set(at);
		}
	}

	#set(at: number): void {
		this.#alarmAt = at;
		void this.#storage.setAlarm(at);
	}

	/** First in the alarm's handler: whatever happens in it, there is another alarm. */
	watch(at: number): void {
		this.#asked ??= Number.POSITIVE_INFINITY;
		this.#set(at);
	}

	/**
	 * Last in the alarm's handler, in place of the watchdog: whatever was asked for meanwhile, the next work
	 * (unless a timer comes first, which has asked already), or what is to be forgotten; else no alarm.
	 */
	rest(workAt: number | null, retainAt: number | null): void {
		const isTimed = workAt !== null && this.#timer !== null && this.#timer.at <= workAt;
		const times = [this.#asked, isTimed ? null : workAt, retainAt];
		const at = Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
		this.#asked = null;
		this.#alarmAt = null;
		if (at === Number.POSITIVE_INFINITY) void this.#storage.deleteAlarm();
		else this.#set(at);
	}
}
