// New messages as they come, over a WebSocket: opened again when it breaks, closed while nobody looks.
import type { MessageOut } from "../models.ts";
import { inApp } from "./api.ts";
import { endSession, tokenNow } from "./session.ts";

const PROTOCOL = "edgehook.tail";
const PING_MS = 25_000;
const DELAY_MS = 1_000;
const DELAY_MS_MAX = 30_000;
/** The server closes with this when the session is over. */
const ENDED = 4401;
/** The server takes no more; beyond them messages are chosen here. */
const EVENT_TYPES_MAX = 25;

export type TailFilter = {
	eventTypes: readonly string[];
	channel: string | null;
	tag: string | null;
};
export type TailState = "connecting" | "open" | "closed";
export type TailListener = {
	onMessage: (message: MessageOut) => void;
	/** So many more came than could be shown. */
	onSkipped: (count: number) => void;
	/** `open` also means: what came before this moment was missed. */
	onState: (state: TailState) => void;
};

/** Watches until the returned function is called. */
export function watchTail(filter: TailFilter, listener: TailListener): () => void {
	let socket: WebSocket | null = null;
	let failures = 0;
	let retry: ReturnType<typeof setTimeout> | undefined;
	let isOver = false;
	const open = () => {
		const token = tokenNow();
		if (isOver || document.hidden || socket !== null || token === null) return;
		listener.onState("connecting");
		const opened = new WebSocket(toTailUrl(location.origin, inApp("/tail/"), filter), [
			PROTOCOL,
			token,
		]);
		socket = opened;
		const pulse = watchPulse(
			() => opened.readyState === WebSocket.OPEN && opened.send("ping"),
			() => lost(opened),
		);
		opened.onopen = () => {
			failures = 0;
			listener.onState("open");
		};
		opened.onmessage = ({ data }) => {
			pulse.heard();
			if (socket === opened) hear(String(data), filter, listener);
		};
		opened.onclose = ({ code }) => {
			pulse.stop();
			lost(opened, code);
		};
	};
	const lost = (gone: WebSocket, code?: number) => {
		if (socket !== gone) return;
		close();
		listener.onState("closed");
		if (code === ENDED) return endSession("expired");
		retry = setTimeout(open, delayMs(failures, Math.random()));
		failures++;
	};
	const close = () => {
		clearTimeout(retry);
		const closing = socket;
		socket = null;
		closing?.close();
	};
	const onVisibility = () => {
		if (!document.hidden) return open();
		close();
		listener.onState("closed");
	};
	document.addEventListener("visibilitychange", onVisibility);
	open();
	return () => {
		isOver = true;
		document.removeEventListener("visibilitychange", onVisibility);
		close();
	};
}

/** A connection that is gone without a word is noticed by what does not come back between two pings. */
export function watchPulse(ping: () => void, onLost: () => void) {
	let isAlive = true;
	const timer = setInterval(() => {
		if (!isAlive) {
			clearInterval(timer);
			onLost();
			return;
		}
		isAlive = false;
		ping();
	}, PING_MS);
	return {
		heard: () => {
			isAlive = true;
		},
		stop: () => clearInterval(timer),
	};
}

export function toTailUrl(origin: string, path: string, filter: TailFilter): string {
	const url = new URL(`/api/v1${path}`, origin);
	url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
	const { eventTypes, channel, tag } = filter;
	if (eventTypes.length > 0 && eventTypes.length <= EVENT_TYPES_MAX) {
		url.searchParams.set("eventTypes", eventTypes.join(","));
	}
	if (channel) url.searchParams.set("channel", channel);
	if (tag) url.searchParams.set("tag", tag);
	return url.href;
}

/** Doubles with each failure, and differs between readers so that they do not all come back at once. */
export function delayMs(failures: number, random: number): number {
	const most = Math.min(DELAY_MS_MAX, DELAY_MS * 2 ** failures);
	return Math.round(most / 2 + (most / 2) * random);
}

export function hear(text: string, { eventTypes }: TailFilter, listener: TailListener): void {
	if (text === "pong") return;
	// safe because the server sends nothing else
	const told = JSON.parse(text) as
		| { type: "message"; message: MessageOut }
		| { type: "skipped"; count: number };
	if (told.type === "skipped") {
		listener.onSkipped(told.count);
		return;
	}
	const isWanted = eventTypes.length === 0 || eventTypes.includes(told.message.eventType);
	if (isWanted) listener.onMessage(told.message);
}

/** Newest first, each once; as many as a list can bear. */
export function mergeMessages(
	added: readonly MessageOut[],
	shown: readonly MessageOut[],
	most = 200,
): MessageOut[] {
	const byId = new Map([...added, ...shown].map((message) => [message.id, message]));
	return [...byId.values()]
		.sort((a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0))
		.slice(0, Math.max(most, shown.length));
}
