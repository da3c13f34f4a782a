// One attempt with a key and settings that a test may replace.
import { connect } from "cloudflare:sockets";
import { parseSecret } from "../../src/core/secret.ts";
import { importKey } from "../../src/core/signature.ts";
import {
	type AttemptInput,
	type AttemptSettings,
	type AttemptTools,
	makeAttempt,
} from "../../src/delivery/sending/attempt.ts";
import { systemClock } from "../../src/platform/clock.ts";

export const OPEN = { allowPrivate: true, enforceHttps: false };
const SETTINGS: AttemptSettings = { timeoutMs: 2_000, headerPrefix: "webhook", target: OPEN };
export const ID = "msg_2b6qqMFXXAZBFnjoMeFQjbQ6mOr";
export const BODY = '{"b": 1.0, "a": 12345678901234567890, "é": "😀"}';

export const newKey = (fill: number): Promise<CryptoKey> =>
	keyOf(btoa(String.fromCharCode(fill).repeat(24)));

/** The key of a secret in its text form. */
export function keyOf(secret: string): Promise<CryptoKey> {
	const parsed = parseSecret(secret);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return importKey(parsed.key);
}

export async function attempt(
	url: string,
	input: Partial<AttemptInput> = {},
	settings: Partial<AttemptSettings> = {},
	tools: Partial<AttemptTools> = {},
) {
	return makeAttempt(
		{
			messageId: ID,
			url,
			content: { body: BODY, contentType: "application/json" },
			keys: [await newKey(1)],
			headers: {},
			...input,
		},
		{ ...SETTINGS, ...settings },
		{ fetch: (...call) => fetch(...call), connect, clock: systemClock, ...tools },
	);
}
