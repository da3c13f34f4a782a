// Small things that crash rounds need: time that passes, how exactly it does, work in chunks, a seeded chance.

/** Epoch milliseconds, exact to the microsecond. */
export const clock = () => performance.timeOrigin + performance.now();

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const AT_ONCE = 20;

/** Runs for every item, some at the same time. */
export async function inChunks<T, R>(
	items: readonly T[],
	run: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	for (let i = 0; i < items.length; i += AT_ONCE) {
		results.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(run))));
	}
	return results;
}

const TICK_MS = 10;

/** How late timers are on this machine now: call the result for the worst until then, milliseconds. */
export function watchLag(): () => number {
	let last = performance.now();
	let worst = 0;
	const timer = setInterval(() => {
		const now = performance.now();
		worst = Math.max(worst, now - last - TICK_MS);
		last = now;
	}, TICK_MS);
	return () => {
		clearInterval(timer);
		return worst;
	};
}

/** Numbers in [0, 1) that follow from a text. */
export function randomOf(text: string): () => number {
	let state = 0;
	for (const char of text) state = (Math.imul(state, 31) + char.charCodeAt(0)) | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
