// Watching an application's new messages, as a browser does it.
import { exports } from "cloudflare:workers";
import { until } from "./api.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
export type Told = any;

export type Tail = {
	socket: WebSocket;
	protocol: string | null;
	/** All that came, parsed. */
	told: Told[];
	/** How it was closed; null while it is open. */
	closed: { code: number; reason: string } | null;
	/** The ids of messages that came, when there are so many. */
	ids(count: number): Promise<string[]>;
	/** The code with which it is closed. */
	code(): Promise<number>;
};

export function askTail(path: string, headers: Record<string, string>): Promise<Response> {
	return exports.default.fetch(`http://edgehook.test/api/v1${path}`, {
		headers: { upgrade: "websocket", ...headers },
	});
}

export const asProtocols = (token: string) => ({
	"sec-websocket-protocol": `edgehook.tail, ${token}`,
});

/** @param path of the application */
export async function openTail(path: string, token: string, query = ""): Promise<Tail> {
	const response = await askTail(`${path}/tail${query}`, asProtocols(token));
	const { webSocket: socket } = response;
	if (socket === null) throw new Error(`${response.status} ${await response.text()}`);
	const tail: Tail = {
		socket,
		protocol: response.headers.get("sec-websocket-protocol"),
		told: [],
		closed: null,
		ids: async (count) => {
			const messages = () => tail.told.filter(({ type }) => type === "message");
			const all = await until(
				async () => messages(),
				(found) => found.length >= count,
			);
			return all.map(({ message }) => message.id);
		},
		code: async () => {
			await until(
				async () => tail.closed,
				(closed) => closed !== null,
			);
			return tail.closed?.code ?? 0;
		},
	};
	socket.accept();
	socket.addEventListener("message", ({ data }) => {
		tail.told.push(data === "pong" ? data : JSON.parse(String(data)));
	});
	socket.addEventListener("close", ({ code, reason }) => {
		tail.closed = { code, reason };
	});
	return tail;
}
