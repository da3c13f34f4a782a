// The public API inside workerd: a key of a new organisation, calls with it, and what is usually made first.
import { env, exports } from "cloudflare:workers";
import { inject } from "vitest";
import { type Id, newId } from "../../src/core/ids.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { addApiKey } from "../../src/services/api-keys.ts";
import { createDb, writeAll } from "../../src/store/db.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Reply = { status: number; body: any; headers: Headers; text: string };

export type Api = {
	key: string;
	(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
};

export async function call(
	key: string | null,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Reply> {
	const response = await exports.default.fetch(`http://edgehook.test/api/v1${path}`, {
		method,
		redirect: "manual",
		headers: {
			...(key !== null && { authorization: `Bearer ${key}` }),
			...(body !== undefined && { "content-type": "application/json" }),
			...headers,
		},
		...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	// What it is for needs a socket that stays open: see `openTail`.
	response.webSocket?.accept();
	response.webSocket?.close();
	const text = await response.text();
	const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
	return {
		status: response.status,
		body: isJson && text !== "" ? JSON.parse(text) : null,
		headers: response.headers,
		text,
	};
}

/** An API with a key of an organisation that nobody else uses. */
export async function newApi(
	organisationId: Id<"org"> = newId("org", Date.now(), randomBytes(16)),
): Promise<Api> {
	const key = `test_${crypto.randomUUID()}`;
	await writeAll(
		createDb(env.DB),
		addApiKey(
			{ db: createDb(env.DB), now: Date.now(), randomBytes },
			{ organisationId, organisationName: "Test", name: "Test", hash: await sha256Hex(key) },
		),
	);
	const api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
		call(key, method, path, body, headers);
	return Object.assign(api, { key });
}

export async function newApp(api: Api, fields: object = {}): Promise<string> {
	const { body } = await api("POST", "/app", { name: "Test", ...fields });
	// Ids that are made in the same 4 ms stand in the order of chance.
	await new Promise((resolve) => setTimeout(resolve, 5));
	return body.id;
}

/** A name at the receiver that nobody else uses, its URL, and what arrived there. */
export function newTarget(query = "") {
	const name = crypto.randomUUID();
	const base = inject("receiverUrl");
	return {
		url: `${base}/to/${name}${query}`,
		// biome-ignore lint/suspicious/noExplicitAny: what arrived has any shape
		seen: async (): Promise<any[]> => (await fetch(`${base}/seen/${name}`)).json(),
	};
}

/** Calls until the answer satisfies, for at most 5 s. */
export async function until<T>(
	read: () => Promise<T>,
	isEnough: (value: T) => boolean,
): Promise<T> {
	for (let tries = 0; ; tries++) {
		const value = await read();
		if (isEnough(value)) return value;
		if (tries >= 100) throw new Error(`not reached in 5 s; last: ${JSON.stringify(value)}`);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}
