// Posts messages: at a constant rate whatever the answers do, or as fast as some connections can.
import type { Client } from "./client.ts";
import { progressNow } from "./progress.ts";

export type Sent = {
	/** The message's id; null when it was not accepted. */
	id: string | null;
	/** When it should have been posted: waiting for slow answers counts as latency. */
	dueAt: number;
	answeredAt: number;
};

export type Message = { applicationId: string; channel: string };

export const idsOf = (sent: readonly Sent[]): string[] =>
	sent.flatMap(({ id }) => (id === null ? [] : [id]));

/** Open loop: `count` messages, evenly spaced. Resolves when all are answered. */
export async function offer(
	client: Client,
	message: Message,
	ratePerSecond: number,
	count: number,
): Promise<Sent[]> {
	return Promise.all(
		await evenly(ratePerSecond, count, (dueAt, i) => post(client, message, i, dueAt)),
	);
}

/**
 * Calls `begin` at even times and answers what it answered, without waiting for any of them. With `delay` (0 to 1)
 * each is later by this part of the gap.
 */
export async function evenly<T>(
	ratePerSecond: number,
	count: number,
	begin: (dueAt: number, index: number) => T,
	delay: () => number = () => 0,
): Promise<T[]> {
	const begun: T[] = [];
	const startedAt = performance.now();
	for (let i = 0; i < count; i++) {
		const dueAt = startedAt + ((i + delay()) * 1000) / ratePerSecond;
		const waitMs = dueAt - performance.now();
		if (waitMs > 0) await sleep(waitMs);
		progressNow(() => `${i} of ${count} requests are made`);
		begun.push(begin(dueAt, i));
	}
	return begun;
}

/** Closed loop: goes on while `isMore`, with so many connections at once. */
export async function flood(
	client: Client,
	message: Message,
	connections: number,
	isMore: (begun: number) => boolean,
): Promise<Sent[]> {
	const sent: Sent[] = [];
	let begun = 0;
	const work = async () => {
		while (isMore(begun)) sent.push(await post(client, message, begun++, performance.now()));
	};
	await Promise.all(Array.from({ length: connections }, work));
	return sent;
}

/** Posts at even times until something is over. */
export async function postUntil(
	client: Client,
	message: Message,
	ratePerSecond: number,
	over: Promise<unknown>,
): Promise<Sent[]> {
	let isOver = false;
	const ended = over.finally(() => {
		isOver = true;
	});
	const sent: Promise<Sent>[] = [];
	while (!isOver) {
		sent.push(post(client, message, sent.length, performance.now()));
		await Promise.race([ended, sleep(1000 / ratePerSecond)]);
	}
	return Promise.all(sent);
}

export async function post(
	client: Client,
	{ applicationId, channel }: Message,
	number: number,
	dueAt: number,
): Promise<Sent> {
	const body = { eventType: "bench.message", channels: [channel], payload: { number } };
	try {
		const reply = await client.send("POST", `/api/v1/app/${applicationId}/msg`, body);
		const id = reply.status === 202 ? String(JSON.parse(reply.text).id) : null;
		return { id, dueAt, answeredAt: reply.answeredAt };
	} catch {
		return { id: null, dueAt, answeredAt: performance.now() };
	}
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
