// Tests of an endpoint on the wire.
import * as z from "zod";
import { describeFailure, isSuccess, MESSAGE_STATUS } from "../../core/outcome.ts";
import { toShownHeaders } from "../../core/shown-headers.ts";
import { maskPassword } from "../../core/url-secret.ts";
import type { TestAttempt } from "../../delivery/sending/test-attempt.ts";
import { name } from "./common.ts";
import { payload } from "./message.ts";

export const TestAttemptIn = z.object({ eventType: name, payload }).meta({ id: "TestAttemptIn" });

const headers = z.record(z.string(), z.string());

export const TestAttemptOut = z
	.object({
		msgId: z.string().meta({ description: "Sent as the message's id; there is no such message." }),
		url: z.string(),
		status: z.int().meta({ description: "0 success, 2 fail" }),
		responseStatusCode: z.int().meta({ description: "0 when there was no HTTP answer" }),
		response: z.string().meta({
			description: "Start of the answer's body (16 KiB), or why there was no answer.",
		}),
		responseDurationMs: z.int(),
		outcomeText: z.string().meta({ description: "What came of it, in a sentence." }),
		requestHeaders: headers.meta({
			description: "Credentials are masked; empty when nothing was sent.",
		}),
		responseHeaders: headers.meta({ description: "Credentials are masked; at most 4 KiB." }),
	})
	.meta({ id: "TestAttemptOut" });

export function toTestAttemptOut({
	messageId,
	route,
	outcome,
	sentHeaders,
}: TestAttempt): z.input<typeof TestAttemptOut> {
	return {
		msgId: messageId,
		url: maskPassword(route.url),
		status: isSuccess(outcome) ? MESSAGE_STATUS.success : MESSAGE_STATUS.fail,
		responseStatusCode: outcome.status,
		response: outcome.response,
		responseDurationMs: outcome.durationMs,
		outcomeText: describeFailure(outcome),
		requestHeaders: Object.fromEntries(sentHeaders),
		responseHeaders: Object.fromEntries(toShownHeaders(outcome.responseHeaders)),
	};
}
