// The clock and the source of randomness; everything below floor 3 receives what it needs from here.

export type Clock = () => number;

/** Epoch milliseconds. */
export const systemClock: Clock = () => Date.now();

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
	return crypto.getRandomValues(new Uint8Array(length));
}

/** Runs something later; what it returns stops that. */
export function systemTimer(run: () => void, ms: number): () => void {
	const timer = setTimeout(run, ms);
	return () => clearTimeout(timer);
}

/** A number in [0, 1). */
export function randomShare(): number {
	return Math.random();
}
