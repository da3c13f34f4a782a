// How much memory the local runtime takes, again and again while something goes on.

const EVERY_MS = 500;

type Measured = { readonly runtimeMb: number };

export class MemoryWatch {
	readonly #server: Measured;
	readonly #timer: NodeJS.Timeout;
	#mostMb = 0;

	constructor(server: Measured) {
		this.#server = server;
		this.#look();
		this.#timer = setInterval(() => this.#look(), EVERY_MS);
	}

	/** The most that was seen since the beginning. */
	get mostMb(): number {
		this.#look();
		return this.#mostMb;
	}

	stop(): void {
		clearInterval(this.#timer);
	}

	#look(): void {
		this.#mostMb = Math.max(this.#mostMb, this.#server.runtimeMb);
	}
}
