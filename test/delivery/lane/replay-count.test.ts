// Counting what a replay would send looks at a bounded number of messages.
import { expect, test } from "vitest";
import type { DeliveryItem, Route } from "../../../src/core/delivery.ts";
import { type ApplicationId, type EndpointId, firstSeq, toId } from "../../../src/core/ids.ts";
import { COUNTED_MAX, countReplay } from "../../../src/delivery/lane/replay-count.ts";
import type { MessageStores, ScanQuery } from "../../../src/platform/message-store-client.ts";
import { tools } from "../../support/delivery.ts";
import { newMessages, Queue, UNTRIED } from "../../support/tasks.ts";

const endpointId: EndpointId = "ep_1";
const none = { eventTypes: null, channel: null, tag: null, status: null, statusClass: null };
const filter = () => ({ from: Date.now() - 60_000, to: Date.now() + 60_000, ...none });

/** A route that wants everything; nothing else of it is read. */
const routeIn = (applicationId: ApplicationId) =>
	// safe because nothing else of a route is read
	({ applicationId, eventTypes: null, channels: null }) as Route;

/** A store of so many messages, and what was asked of it. */
function storesOf(total: number) {
	const asked: number[] = [];
	const item = (i: number): DeliveryItem => ({
		messageId: toId("msg", firstSeq(Date.now()) + i, new Uint8Array(16)),
		...{ eventType: "a", channels: null, tags: null },
	});
	const scan = async ({ limit }: ScanQuery) => {
		const before = asked.reduce((sum, one) => sum + one, 0);
		asked.push(limit);
		const messages = Array.from({ length: Math.min(limit, total - before) }, (_, i) => ({
			...{ item: item(before + i), wasSent: true, wasSkipped: false, isOpen: false },
		}));
		return { messages, next: before + limit < total ? before + limit : null };
	};
	// safe because nothing else of a store is asked
	return { asked, stores: { of: () => ({ scan }) } as unknown as MessageStores };
}

test.each([
	[0, true],
	[1, true],
	[COUNTED_MAX, true],
	[COUNTED_MAX + 1, false],
	[COUNTED_MAX * 10, false],
])("of %i messages the count is exact: %s", async (total, isExact) => {
	const { asked, stores } = storesOf(total);
	const parts = { queue: new Queue(), attempts: UNTRIED, stores };
	const task = { kind: "endpoint.replay", filter: filter() } as const;
	const found = await countReplay(parts, task, routeIn("app_1"), endpointId);
	expect(found).toEqual({ count: Math.min(total, COUNTED_MAX), isExact });
	expect(asked.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(COUNTED_MAX);
});

test("pages of a real store are counted once each, and what waits is left out", async () => {
	const applicationId = await newMessages(1_100);
	const queue = new Queue();
	const parts = { queue, attempts: UNTRIED, stores: tools.stores };
	const task = { kind: "endpoint.replay", filter: filter() } as const;
	const count = () => countReplay(parts, task, routeIn(applicationId), endpointId);
	expect(await count()).toEqual({ count: 1_100, isExact: true });
	const query = { endpointId, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 30, ...none };
	const { messages } = await tools.stores.of(applicationId).scan(query);
	queue.put(
		messages.map(({ item }) => item),
		"qtask_1",
	);
	expect(await count()).toEqual({ count: 1_070, isExact: true });
});
