// An imitation of the platform's API of custom hostnames, over real HTTP and with the shapes of its documentation.
// Each zone is a world of its own. `POST /control/ZONE {hostname, …}` changes what a custom hostname is like, `{fail}`
// makes every request fail so (`rate`, `down`, `hang`, `garbage`, `huge`, or null); `GET /control/ZONE` tells all.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const CLOUDFLARE_TOKEN = "token-of-the-imitation";

type Fields = Record<string, unknown>;
type Hostname = Fields & { id: string; hostname: string; ssl: Fields };
type Zone = { hostnames: Map<string, Hostname>; fail: string | null; requests: string[] };

export class CloudflareApi {
	readonly #zones = new Map<string, Zone>();
	readonly #server: Server = createServer((req, res) => void this.#answer(req, res));
	url = "";

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	async #answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
		const url = new URL(req.url ?? "/", "http://api");
		const [, first, zoneId = "", , id] = url.pathname.split("/");
		const zone: Zone = this.#zones.get(zoneId) ?? {
			hostnames: new Map(),
			fail: null,
			requests: [],
		};
		this.#zones.set(zoneId, zone);
		const body = await readJson(req);
		if (first === "control") {
			if (req.method === "POST") control(zone, body);
			return send(res, 200, { ...zone, hostnames: [...zone.hostnames.values()] });
		}
		zone.requests.push(`${req.method} ${url.pathname.split("/").slice(3).join("/")}${url.search}`);
		if (zone.fail !== null) return fail(res, zone.fail);
		if (req.headers.authorization !== `Bearer ${CLOUDFLARE_TOKEN}`) {
			return refuse(res, 403, 10000, "Authentication error");
		}
		if (id !== undefined) return one(res, req.method ?? "", zone, id, body);
		if (req.method === "POST") return create(res, zone, body);
		const name = url.searchParams.get("hostname");
		const found = [...zone.hostnames.values()].filter(({ hostname }) => hostname === name);
		return succeed(res, 200, found);
	}
}

function create(res: ServerResponse, zone: Zone, body: Fields): unknown {
	const hostname = String(body.hostname);
	if (hostname.startsWith("refused.")) {
		return refuse(res, 400, 1411, "This custom hostname cannot be used in this zone.");
	}
	if ([...zone.hostnames.values()].some((other) => other.hostname === hostname)) {
		return refuse(res, 409, 1406, "Duplicate custom hostname found.");
	}
	const made: Hostname = {
		id: randomUUID(),
		hostname,
		ssl: { id: randomUUID(), ...(body.ssl as Fields), status: "initializing", wildcard: false },
		status: "pending",
		ownership_verification: {
			type: "txt",
			name: `_cf-custom-hostname.${hostname}`,
			value: randomUUID(),
		},
		ownership_verification_http: {
			http_url: `http://${hostname}/.well-known/cf-custom-hostname-challenge/x`,
			http_body: randomUUID(),
		},
		created_at: new Date().toISOString(),
	};
	zone.hostnames.set(made.id, made);
	return succeed(res, 201, made);
}

function one(res: ServerResponse, method: string, zone: Zone, id: string, body: Fields): unknown {
	const found = zone.hostnames.get(id);
	if (found === undefined) return refuse(res, 404, 1436, "The custom hostname was not found.");
	if (method === "DELETE") {
		zone.hostnames.delete(id);
		// As documented, without what is around every other answer.
		return send(res, 200, { id });
	}
	if (method === "PATCH") {
		found.ssl = { ...found.ssl, ...(body.ssl as Fields), status: "pending_validation" };
	}
	return succeed(res, 200, found);
}

function control(zone: Zone, { fail: failure, hostname, ssl, remove, ...fields }: Fields): void {
	if (failure !== undefined) zone.fail = failure as string | null;
	for (const found of zone.hostnames.values()) {
		if (found.hostname !== hostname) continue;
		if (remove === true) zone.hostnames.delete(found.id);
		Object.assign(found, fields, { ssl: { ...found.ssl, ...(ssl as Fields) } });
	}
}

function fail(res: ServerResponse, kind: string): unknown {
	const words =
		"More than 1200 requests per 300 seconds reached. Please wait and consider throttling.";
	if (kind === "rate") {
		res.setHeader("retry-after", "300");
		return refuse(res, 429, 971, words);
	}
	if (kind === "garbage") return res.end("<html>no JSON</html>");
	if (kind === "huge") return res.end("x".repeat(2_000_000));
	if (kind === "hang") return undefined;
	return send(res, 502, { error: "bad gateway" });
}

const succeed = (res: ServerResponse, status: number, result: unknown) =>
	send(res, status, { success: true, errors: [], messages: [], result });

const refuse = (res: ServerResponse, status: number, code: number, message: string) =>
	send(res, status, { success: false, errors: [{ code, message }], messages: [], result: null });

function send(res: ServerResponse, status: number, body: unknown): void {
	res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readJson(req: IncomingMessage): Promise<Fields> {
	const chunks: Buffer[] = [];
	for await (const chunk of req) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString("utf8");
	return text === "" ? {} : JSON.parse(text);
}
