// A receiver for crashes: remembers every arrival, and answers as the test says for each.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** `at` is when the request began: epoch milliseconds, exact to the microsecond. */
export type Arrival = {
	endpoint: string;
	messageId: string;
	at: number;
	status: number;
	payload: Record<string, unknown>;
	body: string;
	headers: IncomingHttpHeaders;
};

/** @param times how often the message came to the endpoint, this arrival included */
export type AnswerPlan = (
	arrival: Omit<Arrival, "status">,
	times: number,
) => { status?: number; delayMs?: number };

export class CrashReceiver {
	readonly arrivals: Arrival[] = [];
	/** All succeed at once, unless the test says otherwise. */
	plan: AnswerPlan = () => ({});
	readonly #byDelivery = new Map<string, Arrival[]>();
	readonly #server: Server;

	constructor() {
		this.#server = createServer((req, res) => {
			const at = performance.timeOrigin + performance.now();
			const chunks: Buffer[] = [];
			req.on("data", (chunk: Buffer) => chunks.push(chunk));
			req.on("end", () => {
				const body = Buffer.concat(chunks).toString("utf8");
				const { status, delayMs } = this.#keep(req.url ?? "/", req.headers, body, at);
				setTimeout(() => res.writeHead(status).end(), delayMs);
			});
			// The sender was killed in the middle: nothing arrived.
			req.on("error", () => undefined);
		});
	}

	#keep(url: string, headers: IncomingHttpHeaders, body: string, at: number) {
		const messageId = String(headers["webhook-id"]);
		const arrival = {
			...{ endpoint: url.slice(1), messageId, at, payload: JSON.parse(body), body, headers },
		};
		const before = this.of(arrival.endpoint, messageId);
		const { status = 200, delayMs = 0 } = this.plan(arrival, before.length + 1);
		const kept = { ...arrival, status };
		this.arrivals.push(kept);
		this.#byDelivery.set(`${arrival.endpoint} ${messageId}`, [...before, kept]);
		return { status, delayMs };
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
