// The clock and the source of randomness; everything below floor 3 receives what it needs from here.

export type Clock = () => number;

/** Epoch milliseconds. */
export const systemClock: Clock = () => Date.now();

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
	return crypto.getRandomValues(new Uint8Array(length));
}

/** A number in [0, 1). */
export function randomShare(): number {
	return Math.random();
}
