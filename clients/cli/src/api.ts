// One typed way to the server: waits when it is told to wait, tries again what may be tried again.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { toApiError, toNetworkError } from "./api-errors.ts";
import { CliError } from "./errors.ts";
import type { Connection } from "./settings.ts";

const TIMEOUT_MS = 60_000;
const WAIT_MAX_MS = 120_000;
const WAITS_MAX = 20;
/** Pauses before a request that got lost is made again. */
const RETRY_PAUSES_MS = [200, 1_000, 3_000];
const LOST = new Set([502, 503, 504]);
const PAGE_LIMIT = 250;

type Page<T> = { data: T[]; done: boolean; iterator: string | null };

type RequestOptions = {
	query?: Record<string, string | undefined>;
	/** An object, or JSON text that is sent as it is. */
	body?: object | string;
	idempotencyKey?: string | undefined;
};

type Answer = { status: number; text: string; retryAfter: string | null };

export class Api {
	readonly server: string;
	readonly apiKey: string;
	readonly #onWait: (message: string) => void;

	/** @param onWait hears why nothing happens for a while */
	constructor({ server, apiKey }: Connection, onWait: (message: string) => void) {
		this.server = server;
		this.apiKey = apiKey;
		this.#onWait = onWait;
	}

	/** The answer as the type that the contract gives it. */
	async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
		const text = await this.requestText(method, path, options);
		if (text === "") return undefined as T; // safe because the contract's type of an empty answer is undefined
		try {
			return JSON.parse(text);
		} catch {
			throw new CliError(`${this.server} did not answer with JSON. Is it an Edgehook server?`);
		}
	}

	/** The answer as it was written. */
	async requestText(method: string, path: string, options: RequestOptions = {}): Promise<string> {
		// The same key on each try: what took effect once takes no second one.
		const headers = this.#headers(method, options);
		for (let tries = 0, waits = 0; ; ) {
			const answer = await this.#fetch(method, path, headers, options);
			if (answer instanceof Error || LOST.has(answer.status)) {
				const pauseMs = RETRY_PAUSES_MS[tries++];
				if (pauseMs !== undefined && !isFinal(answer)) {
					await sleep(pauseMs);
					continue;
				}
				if (answer instanceof Error) throw answer;
			}
			const { status, text, retryAfter } = answer;
			if (status === 429 && waits++ < WAITS_MAX) {
				await this.#wait(retryAfter, waits);
				continue;
			}
			if (status < 200 || status > 299) throw toApiError(status, text, this.server, path);
			return text;
		}
	}

	/** Rows of a list, as many as wanted. */
	async *list<T>(
		path: string,
		rowsMax: number,
		query: Record<string, string | undefined> = {},
	): AsyncGenerator<T> {
		let left = rowsMax;
		const limit = String(Math.min(rowsMax, PAGE_LIMIT));
		for await (const rows of this.pages<T>(path, { ...query, limit })) {
			yield* rows.slice(0, left);
			left -= rows.length;
			if (left <= 0) return;
		}
	}

	/** Pages of a list, to its end. */
	async *pages<T>(
		path: string,
		query: Record<string, string | undefined> = {},
	): AsyncGenerator<T[]> {
		for (let iterator: string | undefined; ; ) {
			const page: Page<T> = await this.request("GET", path, { query: { ...query, iterator } });
			if (!Array.isArray(page?.data)) {
				throw new CliError(`${this.server} answered no list. Is it an Edgehook server?`);
			}
			yield page.data;
			if (page.done || page.iterator === null || page.data.length === 0) return;
			iterator = page.iterator;
		}
	}

	#headers(method: string, { body, idempotencyKey }: RequestOptions): Record<string, string> {
		return {
			accept: "application/json",
			authorization: `Bearer ${this.apiKey}`,
			...(body !== undefined && { "content-type": "application/json" }),
			...(method === "POST" && { "idempotency-key": idempotencyKey ?? `auto_${randomUUID()}` }),
		};
	}

	async #fetch(
		method: string,
		path: string,
		headers: Record<string, string>,
		{ query = {}, body }: RequestOptions,
	): Promise<Answer | CliError> {
		const url = new URL(`${this.server}/api/v1${path}`);
		for (const [name, value] of Object.entries(query)) {
			if (value !== undefined) url.searchParams.set(name, value);
		}
		try {
			const response = await fetch(url, {
				method,
				headers,
				// A redirect could carry the key elsewhere.
				redirect: "manual",
				signal: AbortSignal.timeout(TIMEOUT_MS),
				...(body !== undefined && {
					body: typeof body === "string" ? body : JSON.stringify(body),
				}),
			});
			const retryAfter = response.headers.get("retry-after");
			return { status: response.status, text: await response.text(), retryAfter };
		} catch (error) {
			return toNetworkError(error, this.server);
		}
	}

	async #wait(retryAfter: string | null, waits: number): Promise<void> {
		const ms = Math.min(toWaitMs(retryAfter, Date.now()) ?? waits * 1_000, WAIT_MAX_MS);
		this.#onWait(`The server asks to slow down: waiting ${Math.ceil(ms / 1_000)} s …`);
		await sleep(ms);
	}
}

/** A path segment. */
export const segment = (text: string): string => encodeURIComponent(text);

function toWaitMs(retryAfter: string | null, now: number): number | null {
	if (retryAfter === null) return null;
	if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
	const at = Date.parse(retryAfter);
	return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Nobody is there: trying again at once does not change that. */
const isFinal = (answer: Answer | CliError): boolean =>
	answer instanceof CliError && answer.details.code !== "connection_lost";
