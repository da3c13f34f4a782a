// A real HTTP receiver. `/to/NAME?status=500,500,200` answers with these in turn, the last one from then on;
// `delay` is in milliseconds, `bytes` times `fill` is the answer, or `base64` is it; `length` announces it,
// `hang` never ends it, `reset` closes the connection instead. `/seen/NAME` lists what arrived there.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Seen = { headers: IncomingHttpHeaders; body: string; at: number };

export class Receiver {
	readonly #seen = new Map<string, Seen[]>();
	readonly #server: Server;
	url = "";

	constructor() {
		this.#server = createServer((req, res) => {
			const url = new URL(req.url ?? "/", "http://receiver");
			const [, kind, name = ""] = url.pathname.split("/");
			if (kind === "seen") {
				res.setHeader("content-type", "application/json").end(JSON.stringify(this.seen(name)));
				return;
			}
			const chunks: Buffer[] = [];
			req.on("data", (chunk: Buffer) => chunks.push(chunk));
			req.on("end", () => {
				const seen = this.#seen.get(name) ?? [];
				this.#seen.set(name, seen);
				const body = Buffer.concat(chunks).toString("utf8");
				seen.push({ headers: req.headers, body, at: Date.now() });
				this.#answer(url.searchParams, seen.length, res);
			});
		});
	}

	#answer(plan: URLSearchParams, count: number, res: import("node:http").ServerResponse): void {
		const statuses = (plan.get("status") ?? "200").split(",").map(Number);
		const status = statuses[count - 1] ?? statuses.at(-1) ?? 200;
		const delayMs = Number(plan.get("delay") ?? 0);
		const bytes = Number(plan.get("bytes") ?? 0);
		setTimeout(() => {
			if (plan.has("location")) res.setHeader("location", plan.get("location") ?? "");
			res.setHeader("x-receiver", "yes");
			if (plan.has("reset")) return res.destroy();
			const answer = plan.has("base64")
				? Buffer.from(plan.get("base64") ?? "", "base64")
				: Buffer.from(bytes > 0 ? (plan.get("fill") ?? "x").repeat(bytes) : `answer ${count}`);
			if (plan.has("length")) res.setHeader("content-length", answer.length);
			res.writeHead(status);
			if (plan.has("hang")) res.write(answer);
			else res.end(answer);
		}, delayMs);
	}

	async start(port = 0): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	seen(name: string): Seen[] {
		return this.#seen.get(name) ?? [];
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
