// An HTTP client over connections that stay open, with the time of each request and its answer.
import { Agent, request } from "node:http";

export type Reply = { status: number; text: string; sentAt: number; answeredAt: number };

export class Client {
	readonly #agent: Agent;
	readonly #origin: URL;
	readonly #headers: Record<string, string>;

	constructor(origin: string, apiKey: string, connections = 64) {
		this.#origin = new URL(origin);
		this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
		this.#headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
	}

	async send(method: string, path: string, body?: unknown): Promise<Reply> {
		const sentAt = performance.now();
		const text = body === undefined ? "" : JSON.stringify(body);
		// A connection that the server closed because it was idle has lost nothing but the request.
		const again = () => this.#send(method, path, text, sentAt, null);
		return this.#send(method, path, text, sentAt, again);
	}

	#send(
		method: string,
		path: string,
		text: string,
		sentAt: number,
		again: (() => Promise<Reply>) | null,
	): Promise<Reply> {
		return new Promise((resolve, reject) => {
			const req = request(
				{
					host: this.#origin.hostname,
					port: this.#origin.port,
					agent: this.#agent,
					method,
					path,
					headers: { ...this.#headers, "content-length": Buffer.byteLength(text) },
				},
				(res) => {
					const answeredAt = performance.now();
					const chunks: Buffer[] = [];
					res.on("data", (chunk: Buffer) => chunks.push(chunk));
					res.on("error", reject);
					res.on("end", () => {
						const answer = Buffer.concat(chunks).toString("utf8");
						resolve({ status: res.statusCode ?? 0, text: answer, sentAt, answeredAt });
					});
				},
			);
			req.on("error", (error: NodeJS.ErrnoException) => {
				const isClosed = req.reusedSocket && error.code === "ECONNRESET";
				if (isClosed && again !== null) again().then(resolve, reject);
				else reject(error);
			});
			req.end(text);
		});
	}

	/** For set-up: throws unless it succeeds. */
	async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
		const { status, text } = await this.send(method, `/api/v1${path}`, body);
		if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
		return text === "" ? {} : JSON.parse(text);
	}

	close(): void {
		this.#agent.destroy();
	}
}
