// Lists that are newest first, but are asked for from a time on.
import { type IdPrefix, seqFrom, toId } from "../core/ids.ts";
import { type ListEnvelope, towardsNewer } from "../core/page.ts";

/** An id tells when it was made, by another clock than the time that a list is cut by. */
const CLOCKS_APART_MS = 60_000;
const LAST_RANDOM = new Uint8Array(32).fill(0xff);

type TimeQuery = { iterator: string | null; after: number | null; before: number | null };

/**
 * Reads a page. With only `after` the page is the oldest one since then, and those that follow lead
 * towards now; without an iterator that is a walk backwards from an id before that time.
 */
export async function readWindow<Q extends TimeQuery, T>(
	prefix: IdPrefix,
	query: Q,
	read: (query: Q) => Promise<ListEnvelope<T>>,
): Promise<ListEnvelope<T>> {
	if (query.after === null || query.before !== null) return read(query);
	const iterator = query.iterator ?? `-${lastIdBefore(prefix, query.after - CLOCKS_APART_MS)}`;
	const list = await read({ ...query, iterator });
	return iterator.startsWith("-") ? towardsNewer(list) : list;
}

function lastIdBefore(prefix: IdPrefix, timeMs: number): string {
	const seq = Math.min(seqFrom(timeMs), Number.MAX_SAFE_INTEGER) - 1;
	return toId(prefix, Math.max(seq, 0), LAST_RANDOM);
}
