// Sends made-up requests, remembers what they made, and says whether an answer is one that the API may give.
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import type { AnyRoute } from "../../src/http/route.ts";
import type { Api, Reply } from "./api.ts";
import { expectDeclared, expectErrorShape, findSpec } from "./contract.ts";
import type { Shot } from "./fuzz-requests.ts";
import type { Params } from "./scene.ts";

const BASE = "http://edgehook.test/api/v1";

let sent = 0;
/** Requests of this file until now. */
export const sentShots = (): number => sent;

const BY_PREFIX: Record<string, string> = {
	...{ app: "app_id", ep: "endpoint_id", msg: "msg_id", atmpt: "attempt_id", qtask: "task_id" },
	...{ integ: "integ_id", key: "key_id", org: "organisation_id" },
};

/** Whatever the parameters of paths can name, in the order in which it came. */
export class Known {
	readonly #names = new Map<string, string[]>();

	constructor(params: Params) {
		for (const [name, value] of Object.entries(params)) this.#add(name, value);
	}

	/** @param path in which it is written */
	find(name: string, nth: number, path: string): string {
		const names = this.#names.get(nameIn(path, name)) ?? [];
		return names[nth % Math.max(names.length, 1)] ?? "none";
	}

	learn(path: string, { status, body }: Reply): void {
		if (status >= 300 || typeof body !== "object" || body === null) return;
		const name = BY_PREFIX[/^([a-z]+)_/.exec(String(body.id))?.[1] ?? ""];
		if (name !== undefined) {
			this.#add(nameIn(path, name), body.id);
			const other = body.uid ?? body.eventId;
			if (typeof other === "string") this.#add(nameIn(path, name), other);
		} else if (typeof body.name === "string") this.#add("event_type_name", body.name);
	}

	#add(name: string, value: string): void {
		this.#names.set(name, [...(this.#names.get(name) ?? []), value]);
	}
}

const nameIn = (path: string, name: string) =>
	path.startsWith("/operational-webhook/") ? `operational_${name}` : name;

/** Requests inside one process, one after the other, leave timers and the network no turn. */
const SHOTS_AT_A_STRETCH = 4;
const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

export async function shoot(api: Api, known: Known, shot: Shot): Promise<Reply> {
	sent++;
	if (sent % SHOTS_AT_A_STRETCH === 0) await pause();
	const path = shot.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const given = shot.params[name] ?? 0;
		const value = typeof given === "string" ? given : known.find(name, given, shot.path);
		return encodeURIComponent(value.toWellFormed());
	});
	const url = BASE + path + shot.query;
	const hasBody = shot.body !== null && !["GET", "HEAD"].includes(shot.method);
	const response = await exports.default.fetch(url, {
		method: shot.method,
		redirect: "manual",
		headers: { authorization: `Bearer ${api.key}`, ...shot.headers },
		...(hasBody && { body: shot.body }),
	});
	const reply = await toReply(response);
	expectSound(shot.method, url, reply);
	known.learn(shot.path, reply);
	return reply;
}

async function toReply(response: Response): Promise<Reply> {
	const { status, headers } = response;
	const text = await response.text();
	const isJson = headers.get("content-type") === "application/json" && text !== "";
	return { status, headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Never our fault, always in the documented shape, and only what the route declares. */
function expectSound(method: string, url: string, reply: Reply): void {
	const asked = `${method} ${url.slice(0, 500)}`;
	expect(reply.status, `${asked} was answered ${reply.text}`).toBeLessThan(500);
	if (method === "HEAD" || method === "OPTIONS") {
		expect(reply.text, asked).toBe("");
		return;
	}
	const { pathname } = new URL(url);
	const spec: AnyRoute | undefined = findSpec(method, pathname.replace(/^\/api\/v1/, ""));
	// Also the pages, where a path leads out of the API.
	const isFile = /\/openapi\.json\/?$|^\/(?!api\/)/.test(pathname);
	if (spec !== undefined) expectDeclared(spec, reply);
	else if (reply.status >= 400) expectErrorShape(reply);
	else expect(isFile, `${asked} was answered ${reply.status}`).toBe(true);
}
