// Comments of pull requests over HTTP, as far as a workflow uses them: list by pages, write, change.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Comment = { id: number; body: string; pullRequest: number };

const TOKEN = "workflow_token";

export class PullRequests {
	readonly comments: Comment[] = [];
	readonly token = TOKEN;
	/** When set, the token may only read. */
	isReadOnly = false;
	readonly #server: Server;

	constructor() {
		this.#server = createServer(async (request, response) => {
			const [status, body] = this.#answer(
				request.method ?? "",
				new URL(request.url ?? "/", "http://api"),
				request.headers.authorization ?? "",
				await text(request),
			);
			response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
	}

	get url(): string {
		const { port } = this.#server.address() as AddressInfo; // safe because it listens on a port
		return `http://127.0.0.1:${port}`;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	add(pullRequest: number, body: string): Comment {
		const comment = { id: this.comments.length + 1, body, pullRequest };
		this.comments.push(comment);
		return comment;
	}

	#answer(method: string, url: URL, authorization: string, text: string): [number, unknown] {
		if (authorization !== `Bearer ${TOKEN}`) return [401, { message: "Bad credentials" }];
		if (method !== "GET" && this.isReadOnly) return [403, { message: "Not accessible" }];
		const [, of] = /^\/repos\/acme\/shop\/issues\/(\d+)\/comments$/.exec(url.pathname) ?? [];
		if (of !== undefined && method === "GET") {
			const size = Number(url.searchParams.get("per_page") ?? 30);
			const start = (Number(url.searchParams.get("page") ?? 1) - 1) * size;
			const all = this.comments.filter(({ pullRequest }) => pullRequest === Number(of));
			return [200, all.slice(start, start + size).map(toOut)];
		}
		if (of !== undefined && method === "POST") {
			return [201, toOut(this.add(Number(of), JSON.parse(text).body))];
		}
		const [, id] = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(url.pathname) ?? [];
		const comment = this.comments.find((one) => one.id === Number(id));
		if (comment === undefined || method !== "PATCH") return [404, { message: "Not Found" }];
		comment.body = JSON.parse(text).body;
		return [200, toOut(comment)];
	}
}

const toOut = ({ id, body }: Comment) => ({ id, body, html_url: `http://pull/${id}` });
