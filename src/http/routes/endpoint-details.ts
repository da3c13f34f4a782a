// Routes of an endpoint's headers and signing secret.
import { GRACE_PERIOD_DEFAULT } from "../../core/patterns.ts";
import { getHeaders, patchHeaders, putHeaders } from "../../services/endpoint-headers.ts";
import { getSecret, rotateSecret } from "../../services/endpoint-secrets.ts";
import {
	EndpointHeadersIn,
	EndpointHeadersOut,
	EndpointHeadersPatchIn,
	EndpointSecretOut,
	EndpointSecretRotateIn,
} from "../models/endpoint-details.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";

const tag = "Endpoint";
const path = "/app/{app_id}/endpoint/{endpoint_id}";
const nothing = () => ({ status: 204 });

export const endpointDetailRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: `${path}/headers`,
		operationId: "v1.endpoint.get-headers",
		tag,
		summary: "Get the headers that deliveries carry; values of sensitive ones are withheld",
		access: "ViewBase",
		params: endpointParams,
		answers: { 200: EndpointHeadersOut },
		run: ({ ctx, params }) => getHeaders(ctx, params.app_id, params.endpoint_id),
		answer: (body) => ({ status: 200, body }),
	}),
	route({
		method: "put",
		path: `${path}/headers`,
		operationId: "v1.endpoint.update-headers",
		tag,
		summary: "Replace the headers that deliveries carry",
		access: "ManageEndpoint",
		params: endpointParams,
		body: EndpointHeadersIn,
		answers: { 204: null },
		run: ({ ctx, params, body }) =>
			putHeaders(ctx, params.app_id, params.endpoint_id, body.headers),
		answer: nothing,
	}),
	route({
		method: "patch",
		path: `${path}/headers`,
		operationId: "v1.endpoint.patch-headers",
		tag,
		summary: "Add, change and remove some headers; null removes one",
		access: "ManageEndpoint",
		params: endpointParams,
		body: EndpointHeadersPatchIn,
		answers: { 204: null },
		run: ({ ctx, params, body }) =>
			patchHeaders(ctx, params.app_id, params.endpoint_id, body.headers, body.deleteHeaders),
		answer: nothing,
	}),
	route({
		method: "get",
		path: `${path}/secret`,
		operationId: "v1.endpoint.get-secret",
		tag,
		summary: "Get the secret that deliveries are verified with",
		access: "ViewEndpointSecret",
		params: endpointParams,
		answers: { 200: EndpointSecretOut },
		run: ({ ctx, params }) => getSecret(ctx, params.app_id, params.endpoint_id),
		answer: (key) => ({ status: 200, body: { key } }),
	}),
	route({
		method: "post",
		path: `${path}/secret/rotate`,
		operationId: "v1.endpoint.rotate-secret",
		tag,
		summary: "Make another secret the current one; the old one stays valid for a grace period",
		access: "ManageEndpointSecret",
		params: endpointParams,
		body: EndpointSecretRotateIn,
		isBodyOptional: true,
		answers: { 204: null },
		run: ({ ctx, params, body }) =>
			rotateSecret(ctx, params.app_id, params.endpoint_id, {
				key: body.key ?? null,
				gracePeriodSeconds: body.gracePeriodSeconds ?? GRACE_PERIOD_DEFAULT,
			}),
		answer: nothing,
	}),
];
