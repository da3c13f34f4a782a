// Attempts on the wire.
import * as z from "zod";
import type { AttemptRecord, MessageRecord } from "../../core/delivery.ts";
import { describeFailure, FAILURES, MESSAGE_STATUS, TRIGGER_TYPE } from "../../core/outcome.ts";
import { credentialsIn, toShownHeaders } from "../../core/shown-headers.ts";
import { maskPassword } from "../../core/url-secret.ts";
import type { AttemptHeaders } from "../../services/attempts.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { MessageOut, toMessageOut } from "./message.ts";

export const MessageAttemptOut = z
	.object({
		id: z.string(),
		msgId: z.string(),
		endpointId: z.string(),
		url: z.string(),
		status: z.int().meta({ description: "0 success, 2 fail" }),
		statusText: z.enum(["success", "pending", "fail", "sending", "canceled"]),
		triggerType: z.int().meta({ description: "0 scheduled, 1 manual" }),
		response: z.string().meta({
			description: "Start of the answer's body (16 KiB), or why there was no answer.",
		}),
		responseStatusCode: z.int().meta({ description: "0 when there was no HTTP answer" }),
		responseDurationMs: z.int(),
		responseHeaders: z
			.record(z.string(), z.string())
			.meta({ description: "Credentials are masked; at most 4 KiB." }),
		failure: z
			.string()
			.nullable()
			.meta({ description: FAILURES.join(", ") }),
		failureReason: z.string().nullable().meta({ description: "The failure in a sentence" }),
		attemptNumber: z.int(),
		nextAttempt: timestamp.nullable(),
		timestamp,
		msg: MessageOut.nullable()
			.optional()
			.meta({ description: "With with_msg; null when the message is no longer kept." }),
	})
	.meta({ id: "MessageAttemptOut" });

export function toAttemptOut(
	record: AttemptRecord,
	withContent: boolean,
): z.input<typeof MessageAttemptOut> {
	const { outcome } = record;
	return {
		id: record.id,
		msgId: record.messageId,
		endpointId: record.endpointId,
		url: maskPassword(record.url),
		status: MESSAGE_STATUS[record.status],
		statusText: record.status,
		triggerType: TRIGGER_TYPE[record.trigger],
		response: withContent ? outcome.response : "{}",
		responseStatusCode: outcome.status,
		responseDurationMs: outcome.durationMs,
		responseHeaders: withContent ? Object.fromEntries(toShownHeaders(outcome.responseHeaders)) : {},
		failure: outcome.failure,
		failureReason: outcome.failure === null ? null : describeFailure(outcome),
		attemptNumber: record.number,
		nextAttempt: record.nextAt === null ? null : toTimestamp(record.nextAt),
		timestamp: toTimestamp(outcome.startedAt),
	};
}

const headers = z.record(z.string(), z.string());

export const AttemptHeadersOut = z
	.object({
		sentHeaders: headers.meta({
			description: "Empty when nothing was sent, or when it is not known.",
		}),
		responseHeaders: headers.nullable().meta({ description: "Null when there was no answer." }),
		sensitive: z.array(z.string()).meta({ description: "Names of those that are masked." }),
	})
	.meta({ id: "AttemptHeadersOut" });

export function toAttemptHeadersOut({
	sent,
	answered,
}: AttemptHeaders): z.input<typeof AttemptHeadersOut> {
	return {
		sentHeaders: Object.fromEntries(sent),
		responseHeaders: answered === null ? null : Object.fromEntries(answered),
		sensitive: [...new Set([...credentialsIn(sent), ...credentialsIn(answered ?? [])])],
	};
}

/** Never with its payload, which may be large and comes again with each attempt. */
export function toMessageOfAttempt(record: MessageRecord | undefined) {
	return record === undefined ? null : toMessageOut(record, false);
}
