// Endpoints that get the operational webhooks, on the wire.
import * as z from "zod";
import { OPERATIONAL_EVENT_TYPES } from "../../core/operational-event.ts";
import { maskPassword } from "../../core/url-secret.ts";
import type { EndpointInput } from "../../services/endpoints.ts";
import type { Endpoint } from "../../store/endpoints.ts";
import {
	emptyToNull,
	metadata,
	text,
	throttleRate,
	timestamp,
	toTimestamp,
	uid,
} from "./common.ts";
import { eventTypes, sealed, url } from "./endpoint.ts";
import {
	EndpointHeadersIn,
	EndpointHeadersOut,
	EndpointSecretOut,
	EndpointSecretRotateIn,
} from "./endpoint-details.ts";

const replaced = {
	url,
	description: text.default(""),
	uid: uid("ep").nullish(),
	throttleRate,
	rateLimit: throttleRate.meta({ deprecated: true, description: "Older name of throttleRate." }),
	disabled: z.boolean().default(false),
	eventTypes: eventTypes.meta({
		description: `Events that the endpoint gets; none means all: ${OPERATIONAL_EVENT_TYPES.join(", ")}.`,
	}),
	filterTypes: eventTypes.meta({ deprecated: true, description: "Older name of eventTypes." }),
	metadata: metadata.nullish(),
};

export const OperationalWebhookEndpointIn = z
	.object({
		...replaced,
		...sealed,
	})
	.meta({ id: "OperationalWebhookEndpointIn" });

export const OperationalWebhookEndpointUpsertIn = z
	.object(replaced)
	.meta({ id: "OperationalWebhookEndpointUpsertIn" });

export const OperationalWebhookEndpointOut = z
	.object({
		id: z.string(),
		uid: z.string().nullable(),
		url: z.string(),
		description: z.string(),
		throttleRate: z.int().nullable(),
		disabled: z.boolean(),
		eventTypes: z.array(z.string()).nullable(),
		metadata: z.record(z.string(), z.string()),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "OperationalWebhookEndpointOut" });

export const OperationalWebhookEndpointHeadersIn = EndpointHeadersIn.meta({
	id: "OperationalWebhookEndpointHeadersIn",
});
export const OperationalWebhookEndpointHeadersOut = EndpointHeadersOut.meta({
	id: "OperationalWebhookEndpointHeadersOut",
});
export const OperationalWebhookEndpointSecretOut = EndpointSecretOut.meta({
	id: "OperationalWebhookEndpointSecretOut",
});
export const OperationalWebhookEndpointSecretIn = EndpointSecretRotateIn.meta({
	id: "OperationalWebhookEndpointSecretIn",
});

export function toOperationalInput(
	body: z.output<typeof OperationalWebhookEndpointUpsertIn>,
): EndpointInput {
	return {
		url: body.url,
		description: body.description,
		uid: body.uid ?? null,
		version: 1,
		disabled: body.disabled,
		eventTypes: emptyToNull(body.eventTypes ?? body.filterTypes),
		channels: null,
		throttleRate: body.throttleRate ?? body.rateLimit ?? null,
		metadata: body.metadata ?? {},
	};
}

export function toOperationalOut(
	endpoint: Endpoint,
): z.input<typeof OperationalWebhookEndpointOut> {
	return {
		id: endpoint.id,
		uid: endpoint.uid,
		url: maskPassword(endpoint.url),
		description: endpoint.description,
		throttleRate: endpoint.throttleRate,
		disabled: endpoint.disabled,
		eventTypes: endpoint.eventTypes,
		metadata: endpoint.metadata,
		createdAt: toTimestamp(endpoint.createdAt),
		updatedAt: toTimestamp(endpoint.updatedAt),
	};
}
