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

const encoder = new TextEncoder();

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
	/** Told of all headers just before the request leaves. */
	onSend?(headers: [string, string][]): void;
	/** Told of an answer as soon as its headers are there. */
	onAnswer?(status: number, headers: [string, string][]): void;
};

/** Signs a message. The attempt begins, and begins at once, with a call of the answer. */
export async function prepareAttempt(
	input: AttemptInput,
	settings: AttemptSettings,
	tools: AttemptTools,
): Promise<() => Promise<Outcome>> {
	const target = checkTarget(input.url, settings.target);
	if (!target.ok) {
		const { message } = target.problem;
		return async () => toUnanswered("blocked", tools.clock(), 0, message);
	}
	const request = await toRequest(input, settings, tools.clock());
	return () => send(request, settings, tools);
}

/** Signs and sends a message once. Never throws for what the receiver or the network does. */
export async function makeAttempt(
	input: AttemptInput,
	settings: AttemptSettings,
	tools: AttemptTools,
): Promise<Outcome> {
	return (await prepareAttempt(input, settings, tools))();
}

async function send(
	request: Awaited<ReturnType<typeof toRequest>>,
	settings: AttemptSettings,
	tools: AttemptTools,
): Promise<Outcome> {
	const startedAt = tools.clock();
	const controller = new AbortController();
	const { signal } = controller;
	const timer = setTimeout(() => controller.abort(), settings.timeoutMs);
	tools.onSend?.(Object.entries(request.init.headers));
	try {
		const answer = await tools.fetch(request.url, { ...request.init, signal });
		tools.onAnswer?.(answer.status, [...answer.headers]);
		const start = await readAnswer(answer, signal);
		if (start.end === "broken") controller.abort();
		return toOutcome(answer.status, start, startedAt, tools.clock() - startedAt);
	} catch (error) {
		const durationMs = tools.clock() - startedAt;
		if (signal.aborted) return toUnanswered("timeout", startedAt, durationMs);
		const failure = await diagnose(error, request.url, tools.connect);
		return toUnanswered(failure, startedAt, durationMs);
	} finally {
		clearTimeout(timer);
	}
}

function toUnanswered(
	failure: Failure,
	startedAt: number,
	durationMs: number,
	response?: string,
): Outcome {
	const what = { failure, status: 0, durationMs };
	const reason = response ?? describeFailure(what);
	return { ...what, startedAt, response: reason, responseHeaders: [] };
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
	const body = encoder.encode(input.content.body);
	const signature = await signatureHeader(input.keys, input.messageId, timestamp, body);
	const { url, authorization } = toRequestTarget(input.url);
	// An object of the runtime costs more than one of our own; names in lower case are unique here, too.
	const headers: Record<string, string> = {
		accept: "*/*",
		"content-type": input.content.contentType,
		"user-agent": USER_AGENT,
	};
	if (authorization !== undefined) headers.authorization = authorization;
	for (const [name, value] of Object.entries(input.headers)) headers[name.toLowerCase()] = value;
	const signed = signedHeaders(settings.headerPrefix, input.messageId, timestamp, signature);
	Object.assign(headers, signed);
	return { url, init: { method: "POST", headers, body, redirect: "manual" } satisfies RequestInit };
}
