// A receiver that notes when each delivery arrives, to the microsecond, and answers as it is told.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Arrival } from "./metrics.ts";

export type Answer = { status: number; delayMs?: number; headers?: Record<string, string> };
/** Null never answers. `count` is the number of arrivals so far, this one included. */
export type Behaviour = (count: number) => Answer | null;

export const TAKES_ALL: Behaviour = () => ({ status: 200 });
export const answersAfter =
	(delayMs: number): Behaviour =>
	() => ({ status: 200, delayMs });

/** One URL of the receiver, and what arrived there, in the order of arrival. */
export type Target = { url: string; arrivals: Arrival[]; behaviour: Behaviour };

export class Receiver {
	readonly #targets = new Map<string, Target>();
	readonly #unanswered = new Map<Target, ServerResponse[]>();
	#server: Server | null = null;
	#port = 0;

	async start(): Promise<this> {
		await this.up();
		return this;
	}

	target(behaviour: Behaviour = TAKES_ALL): Target {
		const path = `/to/${this.#targets.size}`;
		const target = { url: `http://127.0.0.1:${this.#port}${path}`, arrivals: [], behaviour };
		this.#targets.set(path, target);
		return target;
	}

	/** Listens, after `down` on the same port again. */
	async up(): Promise<void> {
		const server = createServer((req, res) => this.#take(req, res));
		// The sender's pool must not be cut off from a connection that it is about to use.
		server.keepAliveTimeout = 600_000;
		server.requestTimeout = 0;
		await new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(this.#port, "127.0.0.1", 4096, resolve);
		});
		this.#server = server;
		this.#port = (server.address() as AddressInfo).port; // safe because it listens on a port
	}

	/** Refuses connections and cuts those that are open. */
	async down(): Promise<void> {
		const server = this.#server;
		this.#server = null;
		if (server === null) return;
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeAllConnections();
		await closed;
	}

	/** Cuts the connections of all requests there that it would never answer. */
	cut(target: Target): void {
		for (const response of this.#unanswered.get(target) ?? []) response.destroy();
		this.#unanswered.delete(target);
	}

	#take(req: IncomingMessage, res: ServerResponse): void {
		const at = performance.now();
		const target = this.#targets.get(req.url ?? "");
		req.resume();
		if (target === undefined) return void res.writeHead(404).end();
		target.arrivals.push({ id: String(req.headers["webhook-id"]), at });
		const answer = target.behaviour(target.arrivals.length);
		if (answer === null) {
			const unanswered = this.#unanswered.get(target) ?? [];
			unanswered.push(res);
			this.#unanswered.set(target, unanswered);
			return;
		}
		const end = () => res.writeHead(answer.status, answer.headers).end();
		if (answer.delayMs === undefined) end();
		else setTimeout(end, answer.delayMs);
	}
}
