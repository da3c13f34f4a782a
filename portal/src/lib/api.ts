// The one typed request: the session's token, abort, patience after 429, and the end of the session after 401.
import { application, endSession, tokenNow } from "./session.ts";

const BASE = "/api/v1";
const PATIENCE_SECONDS_MAX = 30;
const PATIENCE_TIMES = 3;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Query = Record<string, string | number | boolean | string[] | null | undefined>;
export type RequestOptions = {
	query?: Query;
	body?: unknown;
	signal?: AbortSignal;
	isText?: boolean;
};

/** Why a request failed. Status 0: no answer came. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: string;
	/** What is wrong with a field of the body, by its name. */
	readonly fields: Record<string, string>;

	constructor(status: number, code: string, detail: string, fields: Record<string, string> = {}) {
		super(detail);
		this.status = status;
		this.code = code;
		this.fields = fields;
	}
}

/** The path of something in the application that the page is about: `inApp("/endpoint/")`. */
export const inApp = (path: string): string => `/app/${application.get()?.appId ?? ""}${path}`;

/** `path` is below /api/v1. Throws an `ApiError`, or the reason of an abort. */
export async function request<T>(
	method: Method,
	path: string,
	options: RequestOptions = {},
): Promise<T> {
	const token = tokenNow();
	const answer = await send(method, path, options, token);
	// An answer to a key that was changed meanwhile says nothing about the new one.
	if (answer.status === 401 && token !== null && token === tokenNow()) endSession("expired");
	if (!answer.ok) throw await toError(answer);
	if (options.isText) return (await answer.text()) as T; // safe because who asks for text says so in T
	return (answer.status === 204 ? null : await answer.json()) as T; // safe because T is the API's own model
}

let askedAt = 0;
/** When the API was asked last, epoch milliseconds: it would have told that the session is over. */
export const lastAskedAt = (): number => askedAt;

/** As `request`, with a token or none given by hand; for the session itself. */
export async function send(
	method: Method,
	path: string,
	{ query, body, signal }: RequestOptions,
	token: string | null,
): Promise<Response> {
	const text = body === undefined ? undefined : JSON.stringify(body);
	const headers: Record<string, string> = {};
	if (token !== null) headers.authorization = `Bearer ${token}`;
	if (text !== undefined) headers["content-type"] = "application/json";
	askedAt = Date.now();
	const intent = `${method} ${path} ${text}`;
	if (method === "POST" && token !== null) headers["idempotency-key"] = keyOf(intent);
	for (let time = 1; ; time++) {
		const init: RequestInit = { method, headers, credentials: "omit", cache: "no-store" };
		if (text !== undefined) init.body = text;
		if (signal !== undefined) init.signal = signal;
		const answer = await fetch(BASE + path + toQuery(query), init).catch((error: unknown) => {
			if (signal?.aborted) throw signal.reason;
			throw new ApiError(0, "unreachable", error instanceof Error ? error.message : "");
		});
		if (answer.status < 500) unanswered.delete(intent);
		if (answer.status !== 429 || time > PATIENCE_TIMES) return answer;
		await pause(Number(answer.headers.get("retry-after")) || 1, signal);
	}
}

/** Keys of what was sent and not answered: sent again, it is the same wish and must not be done twice. */
const unanswered = new Map<string, string>();

function keyOf(intent: string): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	const key = unanswered.get(intent) ?? fresh;
	unanswered.set(intent, key);
	return key;
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", onAbort);
			resolve();
		}, Math.min(seconds, PATIENCE_SECONDS_MAX) * 1000);
		signal?.addEventListener("abort", onAbort, { once: true });
	});
}

/** With its question mark; a list is repeated. The same values give the same text. */
export function toQuery(query: Query = {}): string {
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value == null || value === "") continue;
		for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
	}
	const text = params.toString();
	return text === "" ? "" : `?${text}`;
}

type Complaint = { loc?: unknown[]; msg?: unknown };

/** The API's `{code, detail}`; a refused body names each field. */
export async function toError(answer: Response): Promise<ApiError> {
	const body: unknown = await answer.json().catch(() => null);
	// safe because members are read as unknown
	const { code, detail } = (body ?? {}) as { code?: unknown; detail?: unknown };
	const name = typeof code === "string" ? code : "unknown";
	if (!Array.isArray(detail)) {
		return new ApiError(answer.status, name, typeof detail === "string" ? detail : "");
	}
	const fields: Record<string, string> = {};
	for (const { loc, msg } of detail as Complaint[]) {
		// safe because both are only turned into text
		fields[(loc ?? []).slice(1).join(".")] ??= String(msg);
	}
	const words = Object.entries(fields).map(([field, msg]) => `${field}: ${msg}`);
	return new ApiError(answer.status, name, words.join("\n"), fields);
}
