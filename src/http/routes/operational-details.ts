// Routes of an operational webhook endpoint's headers and signing secret.
import { GRACE_PERIOD_DEFAULT } from "../../core/patterns.ts";
import { OPERATIONAL } from "../../services/endpoint-access.ts";
import { getHeaders, putHeaders } from "../../services/endpoint-headers.ts";
import { getSecret, rotateSecret } from "../../services/endpoint-secrets.ts";
import {
	OperationalWebhookEndpointHeadersIn,
	OperationalWebhookEndpointHeadersOut,
	OperationalWebhookEndpointSecretIn,
	OperationalWebhookEndpointSecretOut,
} from "../models/operational-webhook.ts";
import { type AnyRoute, route } from "../route.ts";
import { operationalParams } from "./operational-webhooks.ts";

const tag = "Operational webhook endpoint";
const access = "organisation";
const path = "/operational-webhook/endpoint/{endpoint_id}";
const nothing = () => ({ status: 204 });

export const operationalDetailRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: `${path}/headers`,
		operationId: "v1.operational-webhook.endpoint.get-headers",
		tag,
		summary:
			"Get the headers that operational webhooks carry; values of sensitive ones are withheld",
		access,
		params: operationalParams,
		answers: { 200: OperationalWebhookEndpointHeadersOut },
		run: ({ ctx, params }) => getHeaders(ctx, OPERATIONAL, params.endpoint_id),
		answer: (body) => ({ status: 200, body }),
	}),
	route({
		method: "put",
		path: `${path}/headers`,
		operationId: "v1.operational-webhook.endpoint.set-headers",
		tag,
		summary: "Replace the headers that operational webhooks carry",
		access,
		params: operationalParams,
		body: OperationalWebhookEndpointHeadersIn,
		answers: { 204: null },
		run: ({ ctx, params, body }) => putHeaders(ctx, OPERATIONAL, params.endpoint_id, body.headers),
		answer: nothing,
	}),
	route({
		method: "get",
		path: `${path}/secret`,
		operationId: "v1.operational-webhook.endpoint.get-secret",
		tag,
		summary: "Get the secret that operational webhooks are verified with",
		access,
		params: operationalParams,
		answers: { 200: OperationalWebhookEndpointSecretOut },
		run: ({ ctx, params }) => getSecret(ctx, OPERATIONAL, params.endpoint_id),
		answer: (key) => ({ status: 200, body: { key } }),
	}),
	route({
		method: "post",
		path: `${path}/secret/rotate`,
		operationId: "v1.operational-webhook.endpoint.rotate-secret",
		tag,
		summary: "Make another secret the current one; the old one stays valid for a grace period",
		access,
		params: operationalParams,
		body: OperationalWebhookEndpointSecretIn,
		isBodyOptional: true,
		answers: { 204: null },
		run: ({ ctx, params, body }) =>
			rotateSecret(ctx, OPERATIONAL, params.endpoint_id, {
				key: body.key ?? null,
				gracePeriodSeconds: body.gracePeriodSeconds ?? GRACE_PERIOD_DEFAULT,
			}),
		answer: nothing,
	}),
];
