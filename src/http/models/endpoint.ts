// Endpoints on the wire: old and new field names in, both out.
import * as z from "zod";
import { MAX_IN_FLIGHT_DEFAULT, MAX_IN_FLIGHT_MAX } from "../../core/patterns.ts";
import { maskPassword } from "../../core/url-secret.ts";
import type { EndpointInput } from "../../services/endpoints.ts";
import type { Endpoint } from "../../store/endpoints.ts";
import {
	changedRate,
	channels,
	distinct,
	emptyToNull,
	metadata,
	nameOrGroup,
	text,
	throttleRate,
	timestamp,
	toTimestamp,
	uid,
} from "./common.ts";

const older = (newName: string) => ({ deprecated: true, description: `Older name of ${newName}.` });
export const url = z
	.string()
	.min(1, "must not be empty")
	.max(65_536, "must be at most 65536 characters");
export const eventTypes = distinct(nameOrGroup).nullish();
const versionRule = { error: "must be a whole number from 1 to 65535" };
const version = z.int(versionRule).min(1, versionRule).max(65_535, versionRule);

const inFlightRule = { error: `must be a whole number from 1 to ${MAX_IN_FLIGHT_MAX}` };

/** Ours beyond what client libraries know: a PUT without them keeps them. */
const kept = {
	ordered: z
		.boolean()
		.optional()
		.meta({ description: "Deliver strictly one after the other, in the order of acceptance." }),
	paused: z.boolean().optional().meta({ description: "Messages wait until it is false again." }),
	maxInFlight: z
		.int(inFlightRule)
		.min(1, inFlightRule)
		.max(MAX_IN_FLIGHT_MAX, inFlightRule)
		.nullish()
		.meta({
			description: `Attempts under way at the same time; null for ${MAX_IN_FLIGHT_DEFAULT}.`,
		}),
};

const shared = {
	uid: uid("ep").nullish(),
	eventTypes: eventTypes.meta({
		description:
			"Event types that the endpoint gets; none means all. A group, as `invoice.*`, stands for all that begin so, future ones too.",
	}),
	filterTypes: eventTypes.meta(older("eventTypes")),
	channels,
	throttleRate,
	rateLimit: throttleRate.meta(older("throttleRate")),
	...kept,
};

const replaced = {
	...shared,
	url,
	description: text.default(""),
	version: version.nullish().meta({ deprecated: true }),
	disabled: z.boolean().default(false),
	metadata: metadata.nullish(),
};

/** Given when an endpoint is made; later they have routes of their own, and are in no answer. */
export const sealed = {
	secret: z.string().nullish(),
	headers: z.record(z.string(), z.string()).nullish(),
};

export const EndpointIn = z
	.object({
		...replaced,
		...sealed,
	})
	.meta({ id: "EndpointIn" });

export const EndpointUpdate = z.object(replaced).meta({ id: "EndpointUpdate" });

export const EndpointPatch = z
	.object({
		...shared,
		throttleRate: changedRate,
		rateLimit: changedRate.meta(older("throttleRate")),
		url: url.optional(),
		description: text.optional(),
		version: version.optional().meta({ deprecated: true }),
		disabled: z.boolean().optional(),
		metadata: metadata.optional(),
	})
	.meta({ id: "EndpointPatch" });

export const EndpointOut = z
	.object({
		id: z.string(),
		uid: z.string().nullable(),
		url: z.string(),
		description: z.string(),
		version: z.int().meta({ deprecated: true }),
		disabled: z.boolean(),
		eventTypes: z.array(z.string()).nullable(),
		filterTypes: z.array(z.string()).nullable().meta({ deprecated: true }),
		channels: z.array(z.string()).nullable(),
		throttleRate: z.int().nullable(),
		rateLimit: z.int().nullable().meta({ deprecated: true }),
		ordered: z.boolean(),
		maxInFlight: z.int().nullable(),
		paused: z.boolean().meta({ description: "Messages wait until it is resumed." }),
		disabledReason: z.enum(["failing", "gone", "asked"]).nullable().meta({
			description:
				"Why it was disabled automatically: it only failed, it answered 410, or it asked for it.",
		}),
		metadata: z.record(z.string(), z.string()),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "EndpointOut" });

export function toEndpointInput(body: z.output<typeof EndpointUpdate>): EndpointInput {
	return {
		url: body.url,
		description: body.description,
		uid: body.uid ?? null,
		version: body.version ?? 1,
		disabled: body.disabled,
		eventTypes: emptyToNull(body.eventTypes ?? body.filterTypes),
		channels: emptyToNull(body.channels),
		throttleRate: body.throttleRate ?? body.rateLimit ?? null,
		metadata: body.metadata ?? {},
		...toKept(body),
	};
}

const toKept = (body: {
	ordered?: boolean | undefined;
	maxInFlight?: number | null | undefined;
	paused?: boolean | undefined;
}) => ({
	...(body.ordered !== undefined && { ordered: body.ordered }),
	...(body.maxInFlight !== undefined && { maxInFlight: body.maxInFlight }),
	...(body.paused !== undefined && { paused: body.paused }),
});

export function toEndpointChanges(body: z.output<typeof EndpointPatch>): Partial<EndpointInput> {
	const rate = body.throttleRate === undefined ? body.rateLimit : body.throttleRate;
	const types = body.eventTypes === undefined ? body.filterTypes : body.eventTypes;
	return {
		...(body.url !== undefined && { url: body.url }),
		...(body.description !== undefined && { description: body.description }),
		...(body.uid !== undefined && { uid: body.uid }),
		...(body.version !== undefined && { version: body.version }),
		...(body.disabled !== undefined && { disabled: body.disabled }),
		...(types !== undefined && { eventTypes: emptyToNull(types) }),
		...(body.channels !== undefined && { channels: emptyToNull(body.channels) }),
		...(rate !== undefined && { throttleRate: rate || null }),
		...(body.metadata !== undefined && { metadata: body.metadata }),
		...toKept(body),
	};
}

export function toEndpointOut(endpoint: Endpoint): z.input<typeof EndpointOut> {
	return {
		id: endpoint.id,
		uid: endpoint.uid,
		url: maskPassword(endpoint.url),
		description: endpoint.description,
		version: endpoint.version,
		disabled: endpoint.disabled,
		eventTypes: endpoint.eventTypes,
		filterTypes: endpoint.eventTypes,
		channels: endpoint.channels,
		throttleRate: endpoint.throttleRate,
		rateLimit: endpoint.throttleRate,
		ordered: endpoint.ordered,
		maxInFlight: endpoint.maxInFlight,
		paused: endpoint.paused,
		disabledReason: endpoint.disabledReason,
		metadata: endpoint.metadata,
		createdAt: toTimestamp(endpoint.createdAt),
		updatedAt: toTimestamp(endpoint.updatedAt),
	};
}
