// A limit to how long somebody else is waited for.

/** Starts a timer and returns what stops it. Passed in, because core has no clock. */
export type Timer = (run: () => void, ms: number) => () => void;

/** Settles as `work` does, or rejects with `what` when it takes longer than `ms`. */
export function within<T>(work: Promise<T>, ms: number, what: string, timer: Timer): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = timer(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
		work.then(resolve, reject).finally(stop);
	});
}
