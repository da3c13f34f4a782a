// The one way to the API: safe to repeat, patient when it is told to wait, and ended by its signal.
import { toError } from "./errors.ts";
import { toRecords } from "./records.ts";

const RETRY_PAUSE_MS = 300;
const WAITS_MAX = 3;
const WAIT_SECONDS_MAX = 30;

export interface EdgehookOptions {
	/** Where the installation is, as `https://webhooks.example.com`; a path for one behind your own server. */
	serverUrl: string;
	/** Milliseconds until a request is given up; 30,000 when absent. */
	requestTimeout?: number | undefined;
	/** How often a request is repeated that got lost; 2 when absent. */
	numRetries?: number | undefined;
	/** In place of the browser's own. */
	fetch?: typeof fetch | undefined;
}

export type QueryValue = string | number | boolean | Date | readonly string[] | null | undefined;
export type Query = Record<string, QueryValue>;

export interface RequestOptions {
	query?: Query | undefined;
	body?: unknown | undefined;
	signal?: AbortSignal | undefined;
}

export interface EdgehookClient {
	readonly token: string;
	readonly serverUrl: string;
	/** `path` is below /api/v1. Throws an `EdgehookError`, or the reason of an abort. */
	request<T>(method: string, path: string, options?: RequestOptions): Promise<T>;
}

export function createClient(token: string, options: EdgehookOptions): EdgehookClient {
	const { serverUrl, requestTimeout = 30_000, numRetries = 2, fetch: fetchBy = fetch } = options;
	return {
		token,
		serverUrl,
		async request<T>(method: string, path: string, options: RequestOptions = {}) {
			const { query, body, signal = new AbortController().signal } = options;
			const address = toAddress(serverUrl, path, query);
			const headers = {
				authorization: `Bearer ${token}`,
				"content-type": "application/json",
				// The same key on each try: what took effect once takes no second one.
				...(method === "POST" && { "idempotency-key": toKey() }),
			};
			let retries = /GET|POST|PUT/.test(method) ? numRetries : 0;
			for (let waits = 0; ; ) {
				signal.throwIfAborted();
				const answer = await ask(fetchBy, address, {
					...{ method, headers, credentials: "omit", cache: "no-store" },
					body: JSON.stringify(body),
					signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
				});
				if (answer.ok) return toRecords(answer.body) as T; // safe because T is what the contract answers
				if (answer.status === 429 && waits++ < WAITS_MAX) {
					await pause(Math.min(answer.retryAfter || 1, WAIT_SECONDS_MAX) * 1000);
				} else if ((answer.status === 0 || answer.status > 499) && retries-- > 0) {
					await pause(RETRY_PAUSE_MS);
				} else throw toError(answer.status, answer.body);
			}
		},
	};
}

/** One try. Status 0: no answer of an API came. */
async function ask(by: typeof fetch, address: string, init: RequestInit) {
	try {
		const answer = await by(address, init);
		const { ok, status, headers } = answer;
		const text = await answer.text();
		return {
			ok,
			status,
			retryAfter: Number(headers.get("retry-after")),
			// What stands before the API may answer with a page when it fails.
			body: text && (ok || text.startsWith("{")) ? JSON.parse(text) : undefined,
		};
	} catch (error) {
		return {
			ok: false,
			status: 0,
			retryAfter: 0,
			body: { code: "unreachable", detail: `${address}: ${error}` },
		};
	}
}

/** Of a path below /api/v1. The same values give the same text. */
export function toAddress(serverUrl: string, path: string, query?: Query): string {
	return `${serverUrl.replace(/\/+$/, "")}/api/v1${path}${toQuery(query)}`;
}

/** With its question mark. */
export function toQuery(query: Query = {}): string {
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		const text = value instanceof Date ? value.toISOString() : String(value ?? "");
		if (text !== "") params.set(name, text);
	}
	const text = String(params);
	return text && `?${text}`;
}

/** A path segment. */
export const segment = encodeURIComponent;

/** Also in pages over plain http, where there is no `randomUUID`. */
const toKey = () => `auto_${crypto.getRandomValues(new Uint32Array(4)).join("")}`;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
