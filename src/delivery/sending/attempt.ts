// Makes one attempt: the only outbound fetch. Whatever the receiver does becomes an Outcome.

import type { MessageContent } from "../../core/delivery.ts";
import { USER_AGENT } from "../../core/delivery-marks.ts";
import {
	describeFailure,
	type Failure,
	failureOfAnswer,
	type Outcome,
} from "../../core/outcome.ts";
import { type HeaderPrefix, signatureHeader, signedHeaders } from "../../core/signature.ts";
import { checkTarget, type TargetRules, toRequestTarget } from "../../core/target.ts";
import type { Clock } from "../../platform/clock.ts";
import { type AnswerStart, type BodyEnd, readAnswer } from "./answer.ts";
import { type Connect, diagnose } from "./diagnosis.ts";

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

export type AttemptTools = {
	fetch: typeof fetch;
	clock: Clock;
	/** For the diagnosis of failures; null where a socket takes another way than `fetch`. */
	connect: Connect | null;
	/** Resolves when the request, which is signed by then, may leave. */
	ready?(): Promise<void>;
	/** Told of all headers just before the request leaves. */
	onSend?(headers: [string, string][]): void;
};

/** Signs and sends a message once. Never throws for what the receiver or the network does. */
export async function makeAttempt(
	input: AttemptInput,
	settings: AttemptSettings,
	tools: AttemptTools,
): Promise<Outcome> {
	let startedAt = tools.clock();
	const unanswered = (failure: Failure, durationMs: number, response?: string): Outcome => {
		const what = { failure, status: 0, durationMs };
		const reason = response ?? describeFailure(what);
		return { ...what, startedAt, response: reason, responseHeaders: [] };
	};

	const target = checkTarget(input.url, settings.target);
	if (!target.ok) return unanswered("blocked", 0, target.problem.message);
	const request = await toRequest(input, settings, startedAt);
	await tools.ready?.();
	startedAt = tools.clock();

	const controller = new AbortController();
	const { signal } = controller;
	const timer = setTimeout(() => controller.abort(), settings.timeoutMs);
	tools.onSend?.([...request.init.headers]);
	try {
		const answer = await tools.fetch(request.url, { ...request.init, signal });
		const start = await readAnswer(answer, signal);
		if (start.end === "broken") controller.abort();
		return toOutcome(answer.status, start, startedAt, tools.clock() - startedAt);
	} catch (error) {
		const durationMs = tools.clock() - startedAt;
		if (signal.aborted) return unanswered("timeout", durationMs);
		return unanswered(await diagnose(error, request.url, tools.connect), durationMs);
	} finally {
		clearTimeout(timer);
	}
}

const FAILURE_OF_BODY: Record<BodyEnd, Failure | null> = {
	whole: null,
	cut: null,
	timeout: "body_timeout",
	broken: "body_incomplete",
};

/** A status that fails says more than a body that fails; a 2xx counts once its body was there too. */
function toOutcome(
	status: number,
	{ response, responseHeaders, end }: AnswerStart,
	startedAt: number,
	durationMs: number,
): Outcome {
	const failure = failureOfAnswer({ status, response, responseHeaders }) ?? FAILURE_OF_BODY[end];
	const what = { failure, status, startedAt, durationMs };
	const isLost = FAILURE_OF_BODY[end] !== null && response === "";
	return { ...what, response: isLost ? describeFailure(what) : response, responseHeaders };
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
