// Counts what a bulk task would send, without beginning it: a bounded walk over the application's messages.
import type { Route } from "../../core/delivery.ts";
import { type EndpointId, seqFrom } from "../../core/ids.ts";
import type { ReplayTask } from "../../core/task.ts";
import type { ReplayCount } from "../../platform/lane-client.ts";
import type { LaneTasksParts } from "./lane-tasks.ts";
import { pick, toScanQuery } from "./task-page.ts";

/** Messages that one count looks at, whether they fit or not. */
export const COUNTED_MAX = 10_000;
const PAGE_MESSAGES = 500;

type Parts = Pick<LaneTasksParts, "queue" | "attempts" | "stores">;

/** Not exact when there were more messages to look at: then it is how many there are at least. */
export async function countReplay(
	parts: Parts,
	{ kind, filter }: Pick<ReplayTask, "kind" | "filter">,
	route: Route,
	endpointId: EndpointId,
): Promise<ReplayCount> {
	const store = parts.stores.of(route.applicationId);
	let count = 0;
	let next: number | null = seqFrom(filter.from);
	for (let looked = 0; next !== null; looked += PAGE_MESSAGES) {
		if (looked === COUNTED_MAX) return { count, isExact: false };
		const page = await store.scan(toScanQuery(endpointId, filter, next, PAGE_MESSAGES));
		count += pick({ kind, filter }, page.messages, route, parts).length;
		next = page.next;
	}
	return { count, isExact: true };
}
