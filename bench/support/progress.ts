// Tells whoever waits how far a measurement is.
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5_000;
const startedAt = performance.now();
let toldAt = startedAt;

export function progress(text: string): void {
	toldAt = performance.now();
	const seconds = ((toldAt - startedAt) / 1000).toFixed(1);
	console.error(`${seconds.padStart(6)} s  ${text}`);
}

/** The same for what is called often: says something when nothing was said for a while. Threads beside keep quiet. */
export function progressNow(text: () => string): void {
	if (isMainThread && performance.now() - toldAt >= EVERY_MS) progress(`  ${text()}`);
}
