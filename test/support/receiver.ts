// A real HTTP receiver. `/to/NAME?status=500,500,200` answers with these in turn, the last one from then on;
// `fail_first=3` answers 500 (or `status`) three times and 200 from then on. `delay_ms` waits before the answer,
// `retry_after` goes with answers that are no success, `header=name: value` (repeated) with all. `bytes` times `fill`
// is the answer, or `base64` is it; `length` announces it, `hang` never ends it, `reset` closes the connection instead.
// `/seen/NAME` lists what arrived there, `/faults` what the receivers of faults counted.
import {
	createServer,
	type IncomingHttpHeaders,
	type Server,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** `at` is when the request was there as a whole, `arrivedAt` when it began: exact to the microsecond. */
export type Seen = { headers: IncomingHttpHeaders; body: string; at: number; arrivedAt: number };

export class Receiver {
	readonly #seen = new Map<string, Seen[]>();
	readonly #server: Server;
	url = "";

	/** @param readFaults what `/faults` answers */
	constructor(readFaults: () => unknown = () => ({})) {
		this.#server = createServer((req, res) => {
			const arrivedAt = performance.timeOrigin + performance.now();
			const url = new URL(req.url ?? "/", "http://receiver");
			const [, kind, name = ""] = url.pathname.split("/");
			if (kind === "seen" || kind === "faults") {
				const data = kind === "seen" ? this.seen(name) : readFaults();
				res.setHeader("content-type", "application/json").end(JSON.stringify(data));
				return;
			}
			const chunks: Buffer[] = [];
			req.on("data", (chunk: Buffer) => chunks.push(chunk));
			req.on("end", () => {
				const seen = this.#seen.get(name) ?? [];
				this.#seen.set(name, seen);
				const body = Buffer.concat(chunks).toString("utf8");
				seen.push({ headers: req.headers, body, at: Date.now(), arrivedAt });
				answer(url.searchParams, seen.length, res);
			});
		});
	}

	async start(port = 0): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	seen(name: string): Seen[] {
		return this.#seen.get(name) ?? [];
	}

	/** What arrived at all whose names begin so. */
	forget(prefix: string): void {
		for (const name of this.#seen.keys()) if (name.startsWith(prefix)) this.#seen.delete(name);
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

function answer(plan: URLSearchParams, count: number, res: ServerResponse): void {
	const status = statusOf(plan, count);
	const bytes = Number(plan.get("bytes") ?? 0);
	setTimeout(
		() => {
			if (plan.has("reset")) return res.destroy();
			res.setHeader("x-receiver", "yes");
			if (plan.has("location")) res.setHeader("location", plan.get("location") ?? "");
			const retryAfter = plan.get("retry_after");
			if (retryAfter !== null && status >= 300) res.setHeader("retry-after", retryAfter);
			for (const header of plan.getAll("header")) {
				const [name = "", ...value] = header.split(":");
				res.setHeader(name, value.join(":").trim());
			}
			const body = plan.has("base64")
				? Buffer.from(plan.get("base64") ?? "", "base64")
				: Buffer.from(bytes > 0 ? (plan.get("fill") ?? "x").repeat(bytes) : `answer ${count}`);
			if (plan.has("length")) res.setHeader("content-length", body.length);
			res.writeHead(status);
			if (plan.has("hang")) res.write(body);
			else res.end(body);
		},
		Number(plan.get("delay_ms") ?? plan.get("delay") ?? 0),
	);
}

/** @param count of the requests so far, this one included */
function statusOf(plan: URLSearchParams, count: number): number {
	const failFirst = plan.get("fail_first");
	if (failFirst !== null && count > Number(failFirst)) return 200;
	const statuses = (plan.get("status") ?? (failFirst === null ? "200" : "500")).split(",");
	return Number(statuses[count - 1] ?? statuses.at(-1));
}
