// A receiver for crashes: remembers every arrival, and answers as the test says for each.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { clock } from "./crash-tools.ts";
import { waitFor } from "./local-server.ts";

/**
 * `at` is when the request began, `answeredAt` when its answer was given to the network, null when the sender
 * was gone: epoch milliseconds, exact to the microsecond. `life` tells which of the killed servers sent it.
 */
export type Arrival = {
	endpoint: string;
	messageId: string;
	life: number;
	at: number;
	answeredAt: number | null;
	status: number;
	payload: Record<string, unknown>;
	body: string;
	headers: IncomingHttpHeaders;
};

/** @param times how often the message came to the endpoint, this arrival included */
export type AnswerPlan = (
	arrival: Omit<Arrival, "status" | "answeredAt">,
	times: number,
) => { status?: number; delayMs?: number };

/** The network of one machine needs no time; a busy machine may. */
const CLOSED_MS_MAX = 30_000;

export class CrashReceiver {
	readonly arrivals: Arrival[] = [];
	/** All succeed at once, unless the test says otherwise. */
	plan: AnswerPlan = () => ({});
	readonly #byDelivery = new Map<string, Arrival[]>();
	readonly #server: Server;
	#life = 0;

	constructor() {
		this.#server = createServer((req, res) => {
			const at = clock();
			const chunks: Buffer[] = [];
			req.on("data", (chunk: Buffer) => chunks.push(chunk));
			req.on("end", () => {
				const body = Buffer.concat(chunks).toString("utf8");
				const { kept, delayMs } = this.#keep(req.url ?? "/", req.headers, body, at);
				setTimeout(() => {
					if (!res.destroyed) kept.answeredAt = clock();
					res.writeHead(kept.status).end();
				}, delayMs);
			});
			// The sender was killed in the middle: nothing arrived.
			req.on("error", () => undefined);
		});
	}

	#keep(url: string, headers: IncomingHttpHeaders, body: string, at: number) {
		const messageId = String(headers["webhook-id"]);
		const arrival = {
			...{ endpoint: url.slice(1), messageId, life: this.#life, at },
			...{ payload: JSON.parse(body), body, headers },
		};
		const before = this.of(arrival.endpoint, messageId);
		const { status = 200, delayMs = 0 } = this.plan(arrival, before.length + 1);
		const kept: Arrival = { ...arrival, status, answeredAt: null };
		this.arrivals.push(kept);
		this.#byDelivery.set(`${arrival.endpoint} ${messageId}`, [...before, kept]);
		return { kept, delayMs };
	}

	/** Which of the servers sends now: the first is 0. */
	get life(): number {
		return this.#life;
	}

	/** After a kill: reads what that server had given to the network. What comes later is of the next one. */
	async endLife(): Promise<void> {
		const count = () =>
			new Promise<number>((resolve, reject) =>
				this.#server.getConnections((error, n) => (error === null ? resolve(n) : reject(error))),
			);
		await waitFor("its connections end", async () => (await count()) === 0, CLOSED_MS_MAX);
		this.#life++;
	}

	/** What came of a message at an endpoint, in order. */
	of(endpoint: string, messageId: string): readonly Arrival[] {
		return this.#byDelivery.get(`${endpoint} ${messageId}`) ?? [];
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
	}

	urlOf(endpoint: string): string {
		// safe because it listens on a port
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${endpoint}`;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
