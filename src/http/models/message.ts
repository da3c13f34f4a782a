// Messages on the wire. The payload is carried as the exact text that the sender wrote.
import * as z from "zod";
import type { MessageRecord } from "../../core/delivery.ts";
import { CHANNELS_MAX, RETENTION_DAYS_MAX, TAGS_MAX } from "../../core/patterns.ts";
import { memberText } from "../../core/payload.ts";
import type { NewMessage } from "../../platform/message-store-client.ts";
import { RawJson } from "../raw-json.ts";
import { ApplicationIn } from "./application.ts";
import {
	channel,
	distinct,
	emptyToNull,
	name,
	tag,
	timestamp,
	toTimestamp,
	uid,
} from "./common.ts";

const isObject = (value: unknown) =>
	typeof value === "object" && value !== null && !Array.isArray(value);

export const payload = z
	.custom<Record<string, unknown>>(isObject, "must be a JSON object")
	.meta({ override: { type: "object" } });

const headerValue = z
	.string()
	.regex(/^[\t\x20-\x7e]*$/, "must be printable ASCII text on one line");

const HOUR_MS = 3_600_000;
const daysRule = { error: `must be a whole number from 1 to ${RETENTION_DAYS_MAX}` };
const hoursRule = { error: `must be a whole number from 1 to ${RETENTION_DAYS_MAX * 24}` };

export const MessageIn = z
	.object({
		eventType: name,
		eventId: uid("msg").nullish(),
		payload: payload.optional(),
		data: payload.optional().meta({ deprecated: true, description: "Older name of payload." }),
		channels: distinct(channel, CHANNELS_MAX).nullish(),
		tags: distinct(tag, TAGS_MAX).nullish(),
		application: ApplicationIn.nullish().meta({
			description:
				"Created when the application in the path does not exist; uid must equal the path.",
		}),
		payloadRetentionPeriod: z
			.int(daysRule)
			.min(1, daysRule)
			.max(RETENTION_DAYS_MAX, daysRule)
			.nullish()
			.meta({ description: "Days after which the payload is forgotten, before its message." }),
		payloadRetentionHours: z
			.int(hoursRule)
			.min(1, hoursRule)
			.max(RETENTION_DAYS_MAX * 24, hoursRule)
			.nullish()
			.meta({ description: "The same in hours; one of the two can be given." }),
		deliverAt: z
			.null({ error: "is not supported: leave it out, the message is sent at once" })
			.optional(),
		transformationsParams: z
			.object({
				rawPayload: z.string().optional(),
				headers: z.record(z.string(), headerValue).optional(),
			})
			.nullish()
			.meta({
				description: "rawPayload is sent instead of the payload, with headers.content-type.",
			}),
	})
	.refine((body) => body.payload !== undefined || body.data !== undefined, {
		path: ["payload"],
		error: "must be given: a JSON object",
		// Also when other fields are wrong, so that all are named at once.
		when: ({ value }) => isObject(value),
	})
	.refine((body) => body.payloadRetentionHours == null || body.payloadRetentionPeriod == null, {
		path: ["payloadRetentionHours"],
		error: "cannot be given together with payloadRetentionPeriod",
	})
	.meta({ id: "MessageIn", anyOf: [{ required: ["payload"] }, { required: ["data"] }] });

export const MessageOut = z
	.object({
		id: z.string(),
		eventType: z.string(),
		eventId: z.string().nullable(),
		payload: z.unknown().meta({
			override: { type: "object", description: '{"expired":true} when it is no longer kept.' },
		}),
		channels: z.array(z.string()).nullable(),
		tags: z.array(z.string()).nullable(),
		deliverAt: timestamp.nullable(),
		timestamp,
		schemaCheck: z
			.object({ valid: z.boolean(), errors: z.array(z.string()) })
			.optional()
			.meta({
				description: "Whether the payload fits the event type's schema, if that was asked.",
			}),
	})
	.meta({ id: "MessageOut" });

/**
 * @param json the request's body, from which the payload is cut out as it was written
 * @param now epoch milliseconds
 */
export function toNewMessage(
	body: z.output<typeof MessageIn>,
	json: string,
	withContent: boolean,
	requestKey: NewMessage["requestKey"],
	now: number,
	schemaCheck: NewMessage["schemaCheck"],
): NewMessage {
	const raw = body.transformationsParams?.rawPayload ?? null;
	const headers = Object.entries(body.transformationsParams?.headers ?? {});
	const contentType = headers.find(([header]) => header.toLowerCase() === "content-type")?.[1];
	return {
		eventType: body.eventType,
		eventId: body.eventId ?? null,
		channels: emptyToNull(body.channels),
		tags: emptyToNull(body.tags),
		payload: memberText(json, ["payload", "data"]) ?? "{}",
		body: raw,
		contentType: (raw === null ? undefined : contentType) ?? "application/json",
		withContent,
		payloadExpiresAt: toPayloadExpiry(body, now),
		onlyEndpointId: null,
		requestKey,
		schemaCheck,
	};
}

function toPayloadExpiry(body: z.output<typeof MessageIn>, now: number): number | null {
	const { payloadRetentionPeriod: days, payloadRetentionHours: hours } = body;
	if (hours != null) return now + hours * HOUR_MS;
	return days == null ? null : now + days * 24 * HOUR_MS;
}

export function toMessageOut(record: MessageRecord, withContent: boolean) {
	return {
		id: record.id,
		eventType: record.eventType,
		eventId: record.eventId,
		payload: new RawJson(withContent ? (record.payload ?? "{}") : "{}"),
		channels: record.channels,
		tags: record.tags,
		deliverAt: null,
		timestamp: toTimestamp(record.createdAt),
		...(record.schemaCheck !== null && { schemaCheck: record.schemaCheck }),
	};
}
