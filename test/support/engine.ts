// Many messages at once, how they arrived, and faults of a lane that a test calls for.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { DeliveryItem, Route } from "../../src/core/delivery.ts";
import { seqOf } from "../../src/core/ids.ts";
import type { OfferTerms } from "../../src/platform/lane-client.ts";
import { until } from "./api.ts";
import { laneOf, newTask, type Room, storeOf } from "./delivery.ts";

/** Posts so many messages at the same time; their ids in the order of acceptance. */
export async function postMany({ api, applicationId }: Room, count: number): Promise<string[]> {
	const message = { eventType: "user.created", payload: { n: 1 } };
	const post = () => api("POST", `/app/${applicationId}/msg`, message);
	const replies = await Promise.all(Array.from({ length: count }, post));
	return replies.map(({ body }) => body.id as string).sort();
}

export const postOne = async (room: Room) => (await postMany(room, 1))[0] ?? "";

/** Arrivals in their order: the message, and when its request began. */
export async function arrivals({ target }: Room): Promise<{ id: string; at: number }[]> {
	const seen = await target.seen();
	const all = seen.map(({ headers, arrivedAt }) => ({ id: headers["webhook-id"], at: arrivedAt }));
	return all.sort((a, b) => a.at - b.at);
}

/** Waits for so many arrivals, at most `seconds`; more are a failure of whoever counts them. */
export async function arrived(room: Room, count: number, seconds = 5) {
	const endsAt = performance.now() + seconds * 1000;
	for (;;) {
		try {
			return await until(
				() => arrivals(room),
				(all) => all.length >= count,
			);
		} catch (error) {
			if (performance.now() > endsAt) throw error;
		}
	}
}

export const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The most of these times (in order) within any second. */
export function fullestSecond(times: readonly number[]): number {
	let first = 0;
	let most = 0;
	times.forEach((at, i) => {
		while (at - (times[first] ?? 0) >= 1000) first++;
		most = Math.max(most, i - first + 1);
	});
	return most;
}

/** What nobody sends but the lane itself. */
export function newItems(count: number): DeliveryItem[] {
	return Array.from({ length: count }, () => {
		const { messageId, eventType, channels, tags } = newTask();
		return { messageId, eventType, channels, tags };
	});
}

/** Terms of a first offer. */
export const termsOf = (route: Route, more: Partial<OfferTerms> = {}): OfferTerms => ({
	isFirst: true,
	route,
	isQuiet: true,
	missingFrom: null,
	...more,
});

/** All that a lane would answer `null` for is queued there, in order. */
export const seqsOf = (items: readonly DeliveryItem[]) =>
	items.map(({ messageId }) => seqOf(messageId));

/** Sets the rate that the endpoint allows, as a change of the endpoint. */
export const setLimit = (room: Room, throttleRate: number | null) =>
	room.api("PATCH", room.path, { throttleRate });

/** Ends a lane at once, whatever it is doing; an eviction waits for its timers. Its old stubs are of no use. */
export async function kill(room: Room): Promise<Room> {
	const killed = runInDurableObject(room.laneStub, (_lane, state) => state.abort("a test"));
	await killed.catch(() => {});
	return { ...room, ...laneOf(room.endpointId), ...storeOf(room.applicationId) };
}

/** Runs alarms over and over, as a clock that was moved does not, until it is enough. */
export async function drive<T>(
	{ storeStub, laneStub }: Pick<Room, "storeStub" | "laneStub">,
	read: () => Promise<T>,
	isEnough: (value: T) => boolean,
): Promise<T> {
	return until(async () => {
		await runDurableObjectAlarm(storeStub);
		await runDurableObjectAlarm(laneStub);
		return read();
	}, isEnough);
}

/** How often a lane was at work within `ms`, however it was woken; by its reads of what is due. */
export function countWork({ laneStub }: Pick<Room, "laneStub">, ms: number): Promise<number> {
	return runInDurableObject(laneStub, async (_lane, { storage }) => {
		const { sql } = storage;
		const original = sql.exec;
		let count = 0;
		const counting = (query: string, ...values: unknown[]) => {
			if (/due_at <= \?|ORDER BY message_seq/.test(query)) count++;
			return original.call(sql, query, ...values);
		};
		Object.assign(sql, { exec: counting });
		await sleep(ms);
		Object.assign(sql, { exec: original });
		return count;
	});
}
