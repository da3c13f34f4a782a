// What the stories over HTTP are told with: an installation as people run it, a sender who listens, and his customers.
import { Webhook } from "standardwebhooks";
import { type EndpointIn, type MessageIn, Svix } from "svix";
import { expect } from "vitest";
import { LocalServer, waitFor } from "./local-server.ts";
import { Receiver, type Seen } from "./receiver.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
export type Json = any;

export class Installation {
	readonly server: LocalServer;
	readonly receiver = new Receiver();

	constructor(environment: Record<string, string>) {
		this.server = new LocalServer(environment);
	}

	async start(): Promise<void> {
		await Promise.all([this.server.start(), this.receiver.start()]);
	}

	async stop(): Promise<void> {
		await Promise.all([this.server.remove(), this.receiver.stop()]);
	}

	get svix() {
		return new Svix(this.server.apiKey, { serverUrl: this.server.url });
	}

	/** For what the client library does not know; anything but a success fails the test. */
	async call(method: string, path: string, body?: object): Promise<Json> {
		const { status, text } = await this.server.request(method, path, body);
		if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
		return text === "" ? null : JSON.parse(text);
	}

	/** A new customer; `name` is also the uid of the application. When a test is tried again, nothing is left of the first try. */
	async customer(name: string, fields: { throttleRate?: number } = {}): Promise<Customer> {
		const before = await this.server.request("DELETE", `/app/${name}`);
		if (before.status < 300) this.receiver.forget(`${name}-`);
		await this.svix.application.create({ name, uid: name, ...fields });
		return new Customer(this, name);
	}

	/** Listens for what happens to a customer; many stories share the installation. */
	async listen(customer: string, eventTypes?: string[]): Promise<Listener> {
		const name = `operations-${customer}`;
		const { id } = await this.svix.operationalWebhook.endpoint.create({
			...{ url: `${this.receiver.url}/to/${name}`, uid: name },
			...(eventTypes !== undefined && { eventTypes }),
		});
		const { key } = await this.svix.operationalWebhook.endpoint.getSecret(id);
		return new Listener(key, customer, () => this.receiver.seen(name));
	}
}

/** A sender's server: verifies what it is told, and keeps what is about one customer. */
export class Listener {
	readonly #key: string;
	readonly #customer: string;
	readonly #seen: () => Seen[];

	constructor(key: string, customer: string, seen: () => Seen[]) {
		this.#key = key;
		this.#customer = customer;
		this.#seen = seen;
	}

	/** What was told of an event type; throws when a signature is wrong. */
	told(type: string): Json[] {
		return this.#seen()
			.map(({ body, headers }): Json => {
				return new Webhook(this.#key).verify(body, headers as Record<string, string>);
			})
			.filter((event) => event.type === type)
			.map(({ data }) => data)
			.filter(({ appUid }) => appUid === undefined || appUid === this.#customer);
	}

	async hears(type: string, count = 1): Promise<Json[]> {
		await waitFor(`${count} × ${type}`, () => this.told(type).length >= count);
		expect(this.told(type)).toHaveLength(count);
		return this.told(type);
	}
}

/** Requests of a customer's sender at the same time. */
const SENDERS = 5;

export type EndpointFields = Partial<EndpointIn> & { ordered?: boolean; maxInFlight?: number };

export class Customer {
	readonly uid: string;
	readonly svix: Svix;
	readonly #at: Installation;

	constructor(at: Installation, uid: string) {
		this.#at = at;
		this.uid = uid;
		this.svix = at.svix;
	}

	/** An endpoint by this uid; `plan` is the receiver's query. */
	endpoint(uid: string, plan = "", fields: EndpointFields = {}): Promise<Json> {
		const url = `${this.#at.receiver.url}/to/${this.uid}-${uid}${plan}`;
		return this.call("POST", "/endpoint", { uid, url, ...fields });
	}

	call(method: string, path: string, body?: object): Promise<Json> {
		return this.#at.call(method, `/app/${this.uid}${path}`, body);
	}

	/** The id of a new message. */
	async send(eventType = "a.b", fields: Partial<MessageIn> = {}): Promise<string> {
		const message = { eventType, payload: { n: 1 }, ...fields };
		return (await this.svix.message.create(this.uid, message)).id;
	}

	/** Ids of new messages, in the order of acceptance; some at a time, as this process receives them, too. */
	async sendMany(count: number, eventType = "a.b"): Promise<string[]> {
		const ids: string[] = [];
		const left = Array(count).keys();
		const send = async () => {
			for (const _ of left) ids.push(await this.send(eventType));
		};
		await Promise.all(Array.from({ length: SENDERS }, send));
		return ids.sort();
	}

	/** What arrived at an endpoint, by the beginning of its request. */
	seen(endpoint: string): (Seen & { id: string })[] {
		return this.#at.receiver
			.seen(`${this.uid}-${endpoint}`)
			.map((seen) => ({ ...seen, id: String(seen.headers["webhook-id"]) }))
			.sort((a, b) => a.arrivedAt - b.arrivedAt);
	}

	ids(endpoint: string): string[] {
		return this.seen(endpoint).map(({ id }) => id);
	}

	/** Waits until so many requests arrived, and no more than that. */
	async arrives(endpoint: string, count: number, timeoutMs?: number): Promise<string[]> {
		const what = () => this.ids(endpoint);
		await waitFor(`${count} at ${endpoint}`, () => what().length >= count, timeoutMs);
		expect(what()).toHaveLength(count);
		return what();
	}

	/** How a message stands at each endpoint, by the endpoint's uid (or id, without one): its status on the wire, and why. */
	async standings(message: string): Promise<Record<string, Json>> {
		const { data } = await this.call("GET", `/msg/${message}/endpoint/`);
		return Object.fromEntries(
			data.map(({ id, uid, statusText, standing }: Json) => [
				uid ?? id,
				{ statusText, ...standing },
			]),
		);
	}

	async standing(message: string, endpoint: string): Promise<Json> {
		return (await this.standings(message))[endpoint];
	}

	/** Waits until a message stands so at an endpoint; how it stands then. */
	async stands(message: string, endpoint: string, state: string): Promise<Json> {
		let last: Json;
		await waitFor(`${message} is ${state} at ${endpoint}`, async () => {
			last = await this.standing(message, endpoint);
			return last?.state === state;
		}).catch((error: Error) => {
			throw new Error(`${error.message}: it is ${JSON.stringify(last)}`);
		});
		return last;
	}

	lane(endpoint: string): Promise<Json> {
		return this.call("GET", `/endpoint/${endpoint}/lane`);
	}

	/** Waits for the end of a background task; its data. */
	async finished(taskId: string): Promise<Json> {
		let task = await this.svix.backgroundTask.get(taskId);
		await waitFor(`${taskId} ends`, async () => {
			task = await this.svix.backgroundTask.get(taskId);
			return task.status !== "running";
		});
		expect(task.status).toBe("finished");
		return task.data;
	}
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The answer of a request that must not succeed. */
export async function refusal(request: Promise<unknown>): Promise<Json> {
	const refused = (reason: Json) => reason;
	const error = await request.then(() => expect.unreachable("it was not refused"), refused);
	return { status: error.code, ...error.body };
}
