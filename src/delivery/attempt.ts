// Makes one attempt: the only outbound fetch. Whatever the receiver does becomes an Outcome.

import { toBase64 } from "../core/base64.ts";
import { concatBytes } from "../core/bytes.ts";
import type { MessageContent } from "../core/delivery.ts";
import { connectionFailure, type Failure, failureOfStatus, type Outcome } from "../core/outcome.ts";
import { type HeaderPrefix, signatureHeader, signedHeaders } from "../core/signature.ts";
import { checkTarget, type TargetRules, toRequestTarget } from "../core/target.ts";
import type { Clock } from "../platform/clock.ts";

/** Bytes kept of an answer's body; nothing further is read. */
export const RESPONSE_BYTES_MAX = 16 * 1024;
const USER_AGENT = "Edgehook/0.1";

export type AttemptInput = {
	messageId: string;
	url: string;
	content: MessageContent;
	keys: readonly CryptoKey[];
	headers: Readonly<Record<string, string>>;
};

export type AttemptSettings = {
	timeoutMs: number;
	headerPrefix: HeaderPrefix;
	target: TargetRules;
};

export type AttemptTools = { fetch: typeof fetch; clock: Clock };

/** Signs and sends a message once. Never throws for what the receiver or the network does. */
export async function makeAttempt(
	input: AttemptInput,
	settings: AttemptSettings,
	tools: AttemptTools,
): Promise<Outcome> {
	const startedAt = tools.clock();
	const end = (
		failure: Failure | null,
		status: number,
		response: string,
		headers: Headers | null,
	) => ({
		failure,
		status,
		startedAt,
		durationMs: tools.clock() - startedAt,
		response,
		responseHeaders: headers === null ? [] : [...headers],
	});

	const target = checkTarget(input.url, settings.target);
	if (!target.ok) return end("blocked", 0, target.problem.message, null);

	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), settings.timeoutMs);
	let answer: Response | null = null;
	try {
		const request = await toRequest(input, settings, startedAt);
		answer = await tools.fetch(request.url, { ...request.init, signal: controller.signal });
		const body = await readStart(answer);
		return end(failureOfStatus(answer.status), answer.status, body, answer.headers);
	} catch (error) {
		if (controller.signal.aborted) {
			const what = answer === null ? "no answer" : "the answer's body did not end";
			const text = `${what} within ${settings.timeoutMs / 1000} s`;
			return end("timeout", answer?.status ?? 0, text, answer?.headers ?? null);
		}
		const { failure, reason } = connectionFailure(error instanceof Error ? error.message : "");
		return end(failure, answer?.status ?? 0, reason, answer?.headers ?? null);
	} finally {
		clearTimeout(timer);
	}
}

async function toRequest(input: AttemptInput, settings: AttemptSettings, nowMs: number) {
	const timestamp = Math.floor(nowMs / 1000);
	const body = new TextEncoder().encode(input.content.body);
	const signature = await signatureHeader(input.keys, input.messageId, timestamp, body);
	const { url, authorization } = toRequestTarget(input.url);
	const headers = new Headers({
		accept: "*/*",
		"content-type": input.content.contentType,
		"user-agent": USER_AGENT,
	});
	if (authorization !== undefined) headers.set("authorization", authorization);
	for (const [name, value] of Object.entries(input.headers)) headers.set(name, value);
	const signed = signedHeaders(settings.headerPrefix, input.messageId, timestamp, signature);
	for (const [name, value] of Object.entries(signed)) headers.set(name, value);
	return { url, init: { method: "POST", headers, body, redirect: "manual" } satisfies RequestInit };
}

/** Text of at most RESPONSE_BYTES_MAX of the body; the rest is refused, so that the connection is freed. */
async function readStart(answer: Response): Promise<string> {
	if (answer.body === null) return "";
	const announced = Number(answer.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
	if (announced <= RESPONSE_BYTES_MAX && !answer.headers.has("content-encoding")) {
		// Held to by the protocol, and one read is much cheaper than a stream.
		return toText(new Uint8Array(await answer.arrayBuffer()), true);
	}
	const reader = answer.body.getReader();
	const parts: Uint8Array[] = [];
	let room = RESPONSE_BYTES_MAX;
	while (room > 0) {
		const { done, value } = await reader.read();
		if (done) return toText(concatBytes(parts), true);
		const part = value.subarray(0, room);
		parts.push(part);
		room -= part.length;
	}
	await reader.cancel();
	return toText(concatBytes(parts), false);
}

/** UTF-8, else base64. A cut may fall inside a character: up to three last bytes may be dropped. */
function toText(bytes: Uint8Array, complete: boolean): string {
	for (let drop = 0; drop <= (complete ? 0 : 3); drop++) {
		try {
			const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
			return decoder.decode(bytes.subarray(0, bytes.length - drop));
		} catch {
			// Not UTF-8 up to here: one byte less may be.
		}
	}
	return toBase64(bytes);
}
