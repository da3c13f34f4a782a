// How a request to watch an application's messages reaches its MessageStore: as the platform hands WebSockets on.
import type { TailFilter } from "../core/tail.ts";

/** What the answer names when the caller named it. */
export const TAIL_PROTOCOL = "edgehook.tail";

/** `hash` is the digest of the caller's token. */
export type TailQuery = { hash: string; filter: TailFilter };

const HEADER = "edgehook-tail";

/** @param hasProtocol the caller named the protocol */
export function toTailRequest(query: TailQuery, hasProtocol: boolean): Request {
	return new Request("https://message-store/tail", {
		headers: {
			upgrade: "websocket",
			// A filter may hold any text.
			[HEADER]: encodeURIComponent(JSON.stringify(query)),
			...(hasProtocol && { "sec-websocket-protocol": TAIL_PROTOCOL }),
		},
	});
}

/** The other way round, in the object. */
export function readTailRequest(request: Request): { query: TailQuery; hasProtocol: boolean } {
	const query = JSON.parse(decodeURIComponent(request.headers.get(HEADER) ?? "")) as TailQuery; // safe because only `toTailRequest` makes it
	return { query, hasProtocol: request.headers.has("sec-websocket-protocol") };
}
