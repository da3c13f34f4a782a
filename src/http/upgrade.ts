// Requests that become a WebSocket, with what browsers can send of them.
import { TAIL_PROTOCOL } from "../platform/tail-request.ts";

/** Whether a WebSocket was asked for, and whether our protocol was named, which the answer then names, too. */
export type Upgrade = { isAsked: boolean; namesProtocol: boolean };

export const readUpgrade = (request: Request): Upgrade => ({
	isAsked: request.headers.get("upgrade")?.toLowerCase() === "websocket",
	namesProtocol: protocolsOf(request).includes(TAIL_PROTOCOL),
});

/** A browser cannot set a header: its token comes as the second of the protocols that it names. */
export function withProtocolToken(request: Request): Request {
	if (request.headers.has("authorization")) return request;
	const [protocol, token] = protocolsOf(request);
	if (protocol !== TAIL_PROTOCOL || token === undefined) return request;
	return new Request(request.url, { headers: { authorization: `Bearer ${token}` } });
}

function protocolsOf(request: Request): string[] {
	const names = request.headers.get("sec-websocket-protocol") ?? "";
	return names.split(",").map((name) => name.trim());
}
