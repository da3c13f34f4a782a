// Who watches an application's new messages, by sockets that let the object sleep. Nothing of it is stored, and
// while nobody watches it costs nothing.
import type { MessageRecord } from "../../core/delivery.ts";
import type { ApplicationId } from "../../core/ids.ts";
import { isTailed, newPace, nextPace, type TailPace } from "../../core/tail.ts";
import type { Clock } from "../../platform/clock.ts";
import { logError } from "../../platform/log.ts";
import { readTailRequest, TAIL_PROTOCOL } from "../../platform/tail-request.ts";
import type { Db } from "../../store/db.ts";
import { findValidHashes } from "../../store/tail-tokens.ts";
import { close, send, setWatcher, toTailed, type Watcher, watcherOf } from "./tail-sockets.ts";

export const SOCKETS_MAX = 100;
export const SOCKETS_OF_ONE_MAX = 10;
/** Sent to a socket that gives no sign of life meanwhile: what it does not read is kept in memory. */
export const SILENT_BYTES_MAX = 1024 * 1024;
/** While there are messages, tokens are looked up again after this time. */
const CHECK_AFTER_MS = 30_000;
/** An API key's revocation is told to nobody. */
const KEY_CHECK_MS = 3_600_000;
/** Beyond an end, so that it has certainly come. */
const END_SLACK_MS = 500;
const RETRY_MS = 10_000;

/** Codes with which the server closes a socket. */
export const CLOSED = { ended: 4401, tooSlow: 4408, notUnderstood: 1003 } as const;

type Memory = { pace: TailPace; silentBytes: number; since: number };

type TailsParts = {
	ctx: DurableObjectState;
	applicationId: ApplicationId;
	db: Db;
	clock: Clock;
	/** To be called again at this time: `checkDue`. */
	arm(at: number): void;
};

export class Tails {
	readonly #parts: TailsParts;
	readonly #memories = new Map<string, Memory>();
	#isWatched: boolean;
	#checkedAt = 0;

	constructor(parts: TailsParts) {
		this.#parts = parts;
		this.#isWatched = this.#sockets.length > 0;
	}

	get #sockets(): WebSocket[] {
		return this.#parts.ctx.getWebSockets();
	}

	/** Answers with a socket, or with why there is none. */
	open(request: Request): Response {
		const { ctx, clock } = this.#parts;
		const { query, hasProtocol } = readTailRequest(request);
		if (ctx.getWebSockets(query.hash).length >= SOCKETS_OF_ONE_MAX) {
			return refused(`This session watches ${SOCKETS_OF_ONE_MAX} times already; end one first`);
		}
		if (this.#sockets.length >= SOCKETS_MAX) {
			return refused(`The application is watched ${SOCKETS_MAX} times already; try later`);
		}
		const { 0: client, 1: socket } = new WebSocketPair();
		// Answered without waking the object.
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
		ctx.acceptWebSocket(socket, [query.hash]);
		setWatcher(socket, { ...query, id: crypto.randomUUID(), checkAt: clock() });
		this.#isWatched = true;
		// It may have ended since the door let it in; and when it ends is to be known.
		ctx.waitUntil(this.check());
		const headers: HeadersInit = hasProtocol ? { "sec-websocket-protocol": TAIL_PROTOCOL } : {};
		return new Response(null, { status: 101, webSocket: client, headers });
	}

	/**
	 * Shows a new message to those who asked for it. The platform sends nothing before the message is durable.
	 * Never throws: the message is accepted, whoever sees it.
	 */
	tell(message: MessageRecord): void {
		if (!this.#isWatched) return;
		const { ctx, clock, applicationId } = this.#parts;
		const now = clock();
		try {
			const sockets = this.#sockets;
			this.#isWatched = sockets.length > 0;
			let text: string | null = null;
			const toText = () => {
				text ??= JSON.stringify({ type: "message", message: toTailed(message) });
				return text;
			};
			for (const socket of sockets) this.#show(socket, message, toText, now);
		} catch (error) {
			logError("tail_failed", error, { applicationId });
		}
		if (this.#isWatched && now - this.#checkedAt > CHECK_AFTER_MS) {
			this.#checkedAt = now;
			ctx.waitUntil(this.check());
		}
	}

	#show(socket: WebSocket, message: MessageRecord, toText: () => string, now: number): void {
		const watcher = watcherOf(socket);
		if (isOver(watcher, now) || !isTailed(watcher.filter, message)) return;
		const memory = this.#memories.get(watcher.id) ?? {
			...{ pace: newPace(now), silentBytes: 0, since: now },
		};
		this.#memories.set(watcher.id, memory);
		const { skipped } = memory.pace;
		const { pace, isShown } = nextPace(memory.pace, now);
		memory.pace = pace;
		if (!isShown) return;
		if (skipped > 0) send(socket, JSON.stringify({ type: "skipped", count: skipped }));
		const text = toText();
		memory.silentBytes += text.length * 2;
		if (memory.silentBytes <= SILENT_BYTES_MAX || this.#isAlive(socket, memory, now)) {
			send(socket, text);
		} else {
			this.#close(socket, CLOSED.tooSlow, "Not read; open it again, and send 'ping' now and then");
		}
	}

	#isAlive(socket: WebSocket, memory: Memory, now: number): boolean {
		const seenAt = this.#parts.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
		if (seenAt < memory.since) return false;
		memory.silentBytes = 0;
		memory.since = now;
		return true;
	}

	/** Ends what may no longer watch, and sees to it that the next end is noticed. Never throws. */
	async check(): Promise<void> {
		const { db, applicationId, clock, arm } = this.#parts;
		const hashes = [...new Set(this.#sockets.map((socket) => watcherOf(socket).hash))];
		if (hashes.length === 0) return;
		try {
			const now = clock();
			this.#checkedAt = now;
			const valid = await findValidHashes(db, applicationId, hashes, now);
			// Who came meanwhile has a check of his own.
			for (const socket of this.#sockets) {
				const watcher = watcherOf(socket);
				if (!hashes.includes(watcher.hash)) continue;
				const found = valid.get(watcher.hash);
				if (found === undefined) {
					this.#close(socket, CLOSED.ended, "The session has ended");
					continue;
				}
				const keyAt = found.isKey ? now + KEY_CHECK_MS : Number.POSITIVE_INFINITY;
				const checkAt = Math.min(keyAt, found.expiresAt ?? Number.POSITIVE_INFINITY);
				setWatcher(socket, { ...watcher, checkAt: Number.isFinite(checkAt) ? checkAt : null });
			}
		} catch (error) {
			logError("tails_not_checked", error, { applicationId });
			arm(clock() + RETRY_MS);
			return;
		}
		const at = this.nextCheckAt();
		if (at !== null) arm(at);
	}

	/** When the next token ends or is to be looked up; null when nobody watches. */
	nextCheckAt(): number | null {
		if (!this.#isWatched) return null;
		const times = this.#sockets.map((socket) => watcherOf(socket).checkAt);
		const known = times.filter((time) => time !== null);
		return known.length === 0 ? null : Math.min(...known) + END_SLACK_MS;
	}

	async checkDue(): Promise<void> {
		const at = this.nextCheckAt();
		if (at !== null && at <= this.#parts.clock()) await this.check();
	}

	/** Somebody wrote what is no ping: there is nothing to talk about. */
	heard(socket: WebSocket): void {
		this.#close(socket, CLOSED.notUnderstood, "Only 'ping' is understood");
	}

	/** The other side has closed, or is gone. */
	closed(socket: WebSocket): void {
		this.#close(socket, 1000, "");
	}

	#close(socket: WebSocket, code: number, reason: string): void {
		this.#memories.delete(watcherOf(socket).id);
		close(socket, code, reason);
	}
}

/** An end that has come and is not noticed yet. An API key's check may be late: it is not its end. */
const isOver = ({ checkAt }: Watcher, now: number) => checkAt !== null && checkAt + RETRY_MS < now;

const refused = (reason: string) => new Response(reason, { status: 429 });
