// A small map whose entries are forgotten after some time, oldest first when it is full.

const ENTRIES_MAX = 10_000;

export class RecentMap<V> {
	readonly #lifeMs: number;
	readonly #entries = new Map<string, { value: V; until: number }>();

	constructor(lifeMs: number) {
		this.#lifeMs = lifeMs;
	}

	get(name: string, now: number): V | undefined {
		const entry = this.#entries.get(name);
		return entry !== undefined && entry.until > now ? entry.value : undefined;
	}

	set(name: string, value: V, now: number): void {
		this.#entries.delete(name);
		if (this.#entries.size >= ENTRIES_MAX) {
			for (const oldest of this.#entries.keys()) {
				this.#entries.delete(oldest);
				break;
			}
		}
		this.#entries.set(name, { value, until: now + this.#lifeMs });
	}
}
