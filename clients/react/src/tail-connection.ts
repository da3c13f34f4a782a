// The live connection: opened again when it gets lost, and what came meanwhile is read from the list.
import { type EdgehookClient, segment, toAddress } from "./client.ts";
import { EdgehookError } from "./errors.ts";
import type { MessageOut } from "./models.ts";
import { toRecords } from "./records.ts";

/** The server's name for what is spoken, also what tells it apart from the token. */
const PROTOCOL = "edgehook.tail";
/** The server closes with it when the session ended. */
const SESSION_ENDED = 4401;
/** A connection that is gone without a word is noticed by what does not come back. */
const PING_MS = 20_000;
const RECONNECT_MS_MIN = 500;
const RECONNECT_MS_MAX = 30_000;
/** Messages accepted at almost the same moment can become visible in another order. */
const OVERLAP_MS = 2_000;
const CATCH_UP_LIMIT = 250;

/** Without its payload: `useMessage` reads that. */
export type TailMessage = Omit<MessageOut, "payload">;
export type TailStatus = "connecting" | "open" | "ended";

export type TailPlan = {
	client: EdgehookClient;
	appId: string;
	filters: { event_types: string; channel: string; tag: string };
	onMessage: (message: TailMessage) => void;
	/** So many came faster than they could be told. */
	onSkipped: (count: number) => void;
	/** `error`: why it has ended for good. */
	onStatus: (status: TailStatus, error?: Error) => void;
};

/** Returns what ends it. */
export function watchMessages({ client, appId, filters, ...plan }: TailPlan): () => void {
	const path = `/app/${segment(appId)}/`;
	const abort = new AbortController();
	const { signal } = abort;
	const seen = new Set<string>();
	/** When the newest of those that were told was accepted; 0 before the first connection. */
	let newest = 0;
	let failures = 0;
	let socket: WebSocket | undefined;
	let timer: ReturnType<typeof setTimeout>;

	const connect = () => {
		const url = new URL(
			toAddress(client.serverUrl, `${path}tail/`, {
				...filters,
				eventTypes: filters.event_types,
			}),
			location.href,
		);
		url.protocol = url.protocol.replace("http", "ws");
		const own = new WebSocket(url, [PROTOCOL, client.token]);
		socket = own;
		let isOpen = false;
		let isAlive = true;
		const ping = setInterval(() => {
			if (!isAlive) lost();
			else if (isOpen) own.send("ping");
			isAlive = false;
		}, PING_MS);
		const lost = (event?: CloseEvent) => {
			clearInterval(ping);
			own.onclose = null;
			own.close();
			if (!signal.aborted) void recover(isOpen, event?.code);
		};
		own.onclose = lost;
		own.onopen = () => {
			isOpen = true;
			failures = 0;
			plan.onStatus("open");
			if (newest > 0) catchUp(CATCH_UP_LIMIT).catch(() => undefined);
			else newest = Date.now();
		};
		own.onmessage = ({ data }) => {
			isAlive = true;
			if (signal.aborted || data === "pong") return;
			const event = JSON.parse(data);
			if (event.type === "message") tell(event.message);
			if (event.type === "skipped") plan.onSkipped(event.count);
		};
	};

	const recover = async (wasOpen: boolean, code: number | undefined) => {
		plan.onStatus("connecting");
		let reason: unknown;
		if (code === SESSION_ENDED) reason = new EdgehookError(401, "ended", "The session ended");
		// The browser does not tell why a connection was refused; a request does.
		else if (!wasOpen) reason = await catchUp(1).catch((error: unknown) => error);
		if (signal.aborted) return;
		if (reason instanceof EdgehookError && reason.isFinal) return plan.onStatus("ended", reason);
		const ms = Math.min(RECONNECT_MS_MIN * 2 ** failures++, RECONNECT_MS_MAX);
		// Not all at the same moment when the server comes back.
		timer = setTimeout(connect, ms * (0.5 + Math.random() / 2));
	};

	/** What the list has that was not told. */
	const catchUp = async (limit: number) => {
		const { data } = await client.request<{ data: MessageOut[] }>("GET", `${path}msg/`, {
			query: {
				...filters,
				limit,
				after: new Date((newest || Date.now()) - OVERLAP_MS),
				with_content: false,
			},
			signal,
		});
		if (newest > 0) data.reverse().forEach(tell);
	};

	const tell = (record: MessageOut) => {
		// safe because the contract says what a message is
		const { payload, ...message } = toRecords(record) as MessageOut;
		if (seen.has(message.id)) return;
		seen.add(message.id);
		newest = Math.max(newest, +message.timestamp);
		plan.onMessage(message);
	};

	// A component that is drawn twice to find faults makes one connection all the same.
	timer = setTimeout(connect);
	return () => {
		abort.abort();
		clearTimeout(timer);
		socket?.close();
	};
}
