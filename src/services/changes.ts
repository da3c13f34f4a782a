// How every verb that changes something holds its own against others that change the same.
import { conflict } from "../core/errors.ts";
import { isStale } from "../store/db.ts";

/** Of those that write at once one succeeds: this many can. */
const TRIES_MAX = 25;

/** Reads, decides and writes in `attempt`, again while somebody else wrote between read and write. */
export async function untilWritten<T>(attempt: () => Promise<T>): Promise<T> {
	for (let tries = 1; tries <= TRIES_MAX; tries++) {
		try {
			return await attempt();
		} catch (error) {
			if (!isStale(error)) throw error;
		}
	}
	throw conflict("Too many requests change this at the same time; try again");
}

/** When a row is changed: now, and later than any change before it, because this is its version. */
export function nextUpdatedAt(found: { updatedAt: number }, now: number): number {
	return Math.max(now, found.updatedAt + 1);
}
