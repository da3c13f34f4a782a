// Messages of an application as they are accepted: by WebSocket, or by asking again and again where that is impossible.
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, segment } from "./api.ts";
import { ApiError, CliError, messageOf } from "./errors.ts";
import type { Message } from "./records.ts";

/** The server's name for what is spoken, also what tells it apart from the key. */
const PROTOCOL = "edgehook.tail";
/** The server closes with it when the key ended. */
const KEY_ENDED = 4401;
const POLL_MS = 1_000;
/** A connection that is gone without a word is noticed by what does not come back. */
const PING_MS = 20_000;
const RECONNECT_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** Messages accepted at almost the same moment can become visible in another order. */
const OVERLAP_MS = 2_000;
const SEEN_MAX = 10_000;
const PAGE_LIMIT = "250";

export type TailPlan = {
	api: Api;
	application: string;
	filters: Record<"eventTypes" | "channel" | "tag", string | undefined>;
	/** Epoch milliseconds: what was accepted from then on is told; null: from now on. */
	since: number | null;
	/** Whether payloads are wanted, too. */
	withContent: boolean;
	onMessage(message: Message): void;
	onNote(note: string): void;
};

/** Goes on for ever; fails when the key or the application is no good. */
export async function tailMessages(plan: TailPlan): Promise<never> {
	const reader = new Reader(plan);
	// Its answer also tells whether the key and the application are right.
	await reader.begin();
	if (typeof WebSocket !== "undefined") {
		for (let failures = 0; ; ) {
			const wasOpen = await watch(plan, reader);
			if (!wasOpen && !reader.wasLive) break;
			failures = wasOpen ? 0 : failures + 1;
			if (failures <= 1) plan.onNote("The connection was lost; trying again …");
			await sleep(RECONNECT_MS[failures] ?? RECONNECT_MS.at(-1));
		}
	}
	plan.onNote("There is no live connection; asking every second instead.");
	for (;;) {
		await sleep(POLL_MS);
		await reader.catchUp().catch(passOver(plan));
	}
}

/** What passes by itself ends nothing; anything else is thrown on. */
function passOver({ onNote }: TailPlan): (error: unknown) => void {
	return (error) => {
		const isRefused = error instanceof ApiError && error.status < 500;
		if (!(error instanceof CliError) || isRefused) throw error;
		onNote(error.message);
	};
}

/** Tells each message once. */
class Reader {
	wasLive = false;
	readonly #plan: TailPlan;
	/** Ids that were told, oldest first. */
	readonly #seen = new Set<string>();
	/** Nothing from before is told. */
	#begin = 0;
	/** When the newest of those that were told was accepted. */
	#newest = 0;

	constructor(plan: TailPlan) {
		this.#plan = plan;
	}

	/** «Now» is where the newest message stands: the server's clock may differ from ours. */
	async begin(): Promise<void> {
		if (this.#plan.since !== null) {
			this.#begin = this.#plan.since;
			return this.catchUp();
		}
		for await (const [newest] of this.#pages({ limit: "1" })) {
			if (newest === undefined) return;
			this.#seen.add(newest.id);
			this.#begin = Date.parse(newest.timestamp);
			return;
		}
	}

	/** What the list has that was not told yet. */
	async catchUp(): Promise<void> {
		const after = Math.max(this.#begin, this.#newest - OVERLAP_MS);
		for await (const page of this.#pages({ after: new Date(after).toISOString() })) {
			// The oldest page comes first, but on each page the newest message does.
			for (const message of page.reverse()) this.tell(message);
		}
	}

	/** A message that came without its payload. */
	async read(message: Message): Promise<void> {
		const { api, application, withContent } = this.#plan;
		if (!withContent) return this.tell(message);
		const path = `/app/${segment(application)}/msg/${message.id}/`;
		this.tell(await api.request<Message>("GET", path));
	}

	tell(message: Message): void {
		if (this.#seen.has(message.id)) return;
		this.#seen.add(message.id);
		if (this.#seen.size > SEEN_MAX) this.#seen.delete(this.#seen.values().next().value ?? "");
		this.#newest = Math.max(this.#newest, Date.parse(message.timestamp));
		this.#plan.onMessage(message);
	}

	#pages(query: Record<string, string>): AsyncGenerator<Message[]> {
		const { api, application, filters, withContent } = this.#plan;
		return api.pages<Message>(`/app/${segment(application)}/msg/`, {
			limit: PAGE_LIMIT,
			...query,
			event_types: filters.eventTypes,
			channel: filters.channel,
			tag: filters.tag,
			with_content: String(withContent),
		});
	}
}

/** One live connection, until it ends. Resolves to whether it came about. */
function watch({ api, application, filters, onNote }: TailPlan, reader: Reader): Promise<boolean> {
	const url = new URL(`${api.server}/api/v1/app/${segment(application)}/tail/`);
	url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
	for (const [name, value] of Object.entries(filters)) {
		if (value !== undefined) url.searchParams.set(name, value);
	}
	const socket = new WebSocket(url.href, [PROTOCOL, api.apiKey]);
	let isOpen = false;
	// One after the other, so that they are told in their order.
	let work: Promise<void> = Promise.resolve();
	const then = (next: () => Promise<void>) => {
		work = work.then(next).catch((error) => onNote(messageOf(error)));
	};
	let ping: NodeJS.Timeout | undefined;
	return new Promise<boolean>((resolve, reject) => {
		let isAlive = true;
		ping = setInterval(() => {
			if (!isAlive) return resolve(isOpen);
			isAlive = false;
			if (isOpen) socket.send("ping");
		}, PING_MS);
		socket.addEventListener("open", () => {
			isOpen = true;
			reader.wasLive = true;
			// What came while nothing was connected.
			then(() => reader.catchUp());
		});
		socket.addEventListener("message", ({ data }) => {
			isAlive = true;
			const message = toMessage(String(data));
			if (message !== null) then(() => reader.read(message));
		});
		// A close follows each error.
		socket.addEventListener("error", () => undefined);
		socket.addEventListener("close", ({ code }) => {
			if (code === KEY_ENDED) reject(keyEnded());
			else resolve(isOpen);
		});
	}).finally(() => {
		clearInterval(ping);
		socket.close();
	});
}

/** Null for what is no message, as the answer to a ping. */
function toMessage(data: string): Message | null {
	if (!data.startsWith("{")) return null;
	const event = JSON.parse(data);
	return event.type === "message" ? event.message : null;
}

const keyEnded = () => new CliError("The API key does not work any more.", { code: "key_ended" });
