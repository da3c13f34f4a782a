// The sockets of those who watch: what is kept with each, and what is written to it.
import type { MessageRecord } from "../../core/delivery.ts";
import type { TailQuery } from "../../platform/tail-request.ts";

/** Kept with the socket, also while the object sleeps. `checkAt`: when its token is to be looked up. */
export type Watcher = TailQuery & { id: string; checkAt: number | null };

export function watcherOf(socket: WebSocket): Watcher {
	return socket.deserializeAttachment() as Watcher; // safe because only `setWatcher` writes it
}

export function setWatcher(socket: WebSocket, watcher: Watcher): void {
	socket.serializeAttachment(watcher);
}

export function send(socket: WebSocket, text: string): void {
	try {
		socket.send(text);
	} catch {
		// It is closing.
	}
}

export function close(socket: WebSocket, code: number, reason: string): void {
	try {
		socket.close(code, reason);
	} catch {
		// It is closed already.
	}
}

/** A message as the API shows it, without its payload. */
export const toTailed = (record: MessageRecord) => ({
	id: record.id,
	eventType: record.eventType,
	eventId: record.eventId,
	channels: record.channels,
	tags: record.tags,
	deliverAt: null,
	timestamp: new Date(record.createdAt).toISOString(),
	...(record.schemaCheck !== null && { schemaCheck: record.schemaCheck }),
});
