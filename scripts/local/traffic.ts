// A sender with one customer, whose endpoints do well, badly and not at all: for a first look, and for pictures.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DEMO_ENDPOINTS, DEMO_EVENT_TYPES, schemaOf } from "./demo-content.ts";

const APPLICATION = "northwind";
const EVENTS_PER_TYPE = 12;

export type Traffic = {
	/** Ids of the endpoints by their uid. */
	endpoints: Record<string, string>;
	/** Ids of the messages of this start, oldest first. */
	messages: string[];
	/** A link into the portal. */
	link(next: string): Promise<string>;
	/** Sends one more message. */
	send(): Promise<void>;
	stop(): Promise<void>;
};

type Server = { url: string; apiKey: string };

/**
 * Makes what is not there yet; the messages are new each time.
 * @param port of the customer's server, or of a free one when it is taken
 */
export async function makeTraffic({ url, apiKey }: Server, port = 0): Promise<Traffic> {
	const receiver = await startReceiver(port);
	// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
	const call = async (method: string, path: string, body?: object): Promise<any> => {
		const response = await fetch(`${url}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
		return response.status === 204 ? null : await response.json();
	};
	await call("PATCH", "/environment/settings/", { displayName: "Acme Cloud" });
	const application = { name: "Northwind Traders", uid: APPLICATION };
	await call("POST", "/app/?get_if_exists=true", application);
	for (const { name, example, ...type } of DEMO_EVENT_TYPES) {
		await call("PUT", `/event-type/${name}/`, { ...type, schemas: { 1: schemaOf(example) } });
	}
	const endpoints: Record<string, string> = {};
	for (const { path, ...endpoint } of DEMO_ENDPOINTS) {
		const body = { ...endpoint, url: receiver.url + path };
		const one = `/app/${APPLICATION}/endpoint/${endpoint.uid}/`;
		endpoints[endpoint.uid] = (await call("PUT", one, body)).id;
	}
	let sent = 0;
	const send = async (): Promise<string> => {
		const type = DEMO_EVENT_TYPES[sent++ % DEMO_EVENT_TYPES.length];
		const body = { eventType: type?.name, payload: { ...type?.example, number: sent } };
		return (await call("POST", `/app/${APPLICATION}/msg/`, body)).id;
	};
	const messages: string[] = [];
	for (let i = 0; i < EVENTS_PER_TYPE * DEMO_EVENT_TYPES.length; i++) messages.push(await send());
	return {
		endpoints,
		messages,
		async link(next) {
			const access = await call("POST", `/auth/app-portal-access/${APPLICATION}/`, {});
			const link = new URL(access.url);
			link.searchParams.set("next", next);
			return link.href;
		},
		async send() {
			await send();
		},
		stop: receiver.stop,
	};
}

/** Answers 200, but for what is legacy. */
async function startReceiver(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
	const server = createServer((req, res) => {
		const isBroken = req.url?.startsWith("/legacy/") === true;
		req.resume().on("end", () => {
			res.writeHead(isBroken ? 500 : 200, { "content-type": "application/json" });
			res.end(isBroken ? '{"error":"the database is locked"}' : '{"received":true}');
		});
	});
	const listen = (on: number) =>
		new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(on, "127.0.0.1", resolve);
		});
	await listen(port).catch(() => listen(0));
	// safe because it listens on a port, not on a file
	const { port: taken } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${taken}`,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
