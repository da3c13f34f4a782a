// Runs something that must not run twice at once, and again when it was asked for meanwhile.

export class Rounds {
	readonly #round: () => Promise<void>;
	readonly #onError: (error: unknown) => void;
	#isWanted = false;
	#running: Promise<void> | null = null;

	constructor(round: () => Promise<void>, onError: (error: unknown) => void) {
		this.#round = round;
		this.#onError = onError;
	}

	/** What runs now; resolved when nothing does. */
	get done(): Promise<void> {
		return this.#running ?? Promise.resolve();
	}

	/** A round that begins after this call; the promise ends with the last round and never rejects. */
	request(): Promise<void> {
		this.#isWanted = true;
		this.#running ??= this.#runAll();
		return this.#running;
	}

	async #runAll(): Promise<void> {
		try {
			// Later than `request`, so that it has noted that this runs.
			await null;
			while (this.#isWanted) {
				this.#isWanted = false;
				await this.#round();
			}
		} catch (error) {
			this.#onError(error);
		} finally {
			// In the same step as the last look: whoever asks from now on begins anew.
			this.#running = null;
		}
	}
}
