// What comes at the same moment is done in one turn, and so shares one durable commit: each commit waits for the disk,
// and on the platform for the other copies.

type Waiting = { work(): void; fail(error: unknown): void };

export class Moment {
	#waiting: Waiting[] = [];

	/** Does it a moment later, after all that came before it; nothing awaits between them. Rejects when it throws. */
	share<Result>(work: () => Result): Promise<Result> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ work: () => resolve(work()), fail: reject });
			if (this.#waiting.length === 1) setTimeout(() => this.#end(), 0);
		});
	}

	#end(): void {
		for (const { work, fail } of this.#waiting.splice(0)) {
			try {
				work();
			} catch (error) {
				fail(error);
			}
		}
	}
}
