// Routes of the endpoints that get the operational webhooks: what happened to endpoints and deliveries.
import * as z from "zod";
import { getEndpoint, OPERATIONAL } from "../../services/endpoint-access.ts";
import {
	createEndpoint,
	deleteEndpoint,
	listEndpoints,
	putEndpoint,
} from "../../services/endpoints.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import {
	OperationalWebhookEndpointIn,
	OperationalWebhookEndpointOut,
	OperationalWebhookEndpointUpsertIn,
	toOperationalInput,
	toOperationalOut,
} from "../models/operational-webhook.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Operational webhook endpoint";
const access = "organisation";
const path = "/operational-webhook/endpoint/{endpoint_id}";
export const operationalParams = z.object({
	endpoint_id: z.string().meta({ description: "Its id or uid." }),
});

export const operationalRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/operational-webhook/endpoint",
		operationId: "v1.operational-webhook.endpoint.list",
		tag,
		summary: "List operational webhook endpoints",
		access,
		query: z.object({ limit, iterator: iterator("ep"), order: order("descending") }),
		answers: {
			200: listOf(OperationalWebhookEndpointOut).meta({
				id: "ListResponse_OperationalWebhookEndpointOut",
			}),
		},
		run: ({ ctx, query }) => listEndpoints(ctx, OPERATIONAL, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toOperationalOut) }),
	}),
	route({
		method: "post",
		path: "/operational-webhook/endpoint",
		operationId: "v1.operational-webhook.endpoint.create",
		tag,
		summary: "Create an operational webhook endpoint: a URL of yours that is told what happens",
		access,
		body: OperationalWebhookEndpointIn,
		answers: { 201: OperationalWebhookEndpointOut },
		run: ({ ctx, body }) =>
			createEndpoint(ctx, OPERATIONAL, toOperationalInput(body), {
				secret: body.secret ?? null,
				headers: body.headers ?? null,
			}),
		answer: ({ endpoint }) => ({ status: 201, body: toOperationalOut(endpoint) }),
	}),
	route({
		method: "get",
		path,
		operationId: "v1.operational-webhook.endpoint.get",
		tag,
		summary: "Get an operational webhook endpoint",
		access,
		params: operationalParams,
		answers: { 200: OperationalWebhookEndpointOut },
		run: ({ ctx, params }) => getEndpoint(ctx, OPERATIONAL, params.endpoint_id),
		answer: (endpoint) => ({ status: 200, body: toOperationalOut(endpoint) }),
	}),
	route({
		method: "put",
		path,
		operationId: "v1.operational-webhook.endpoint.upsert",
		tag,
		summary: "Replace an operational webhook endpoint, or create one",
		access,
		params: operationalParams,
		body: OperationalWebhookEndpointUpsertIn,
		answers: { 200: OperationalWebhookEndpointOut },
		run: ({ ctx, params, body }) =>
			putEndpoint(ctx, OPERATIONAL, params.endpoint_id, toOperationalInput(body)),
		answer: ({ endpoint }) => ({ status: 200, body: toOperationalOut(endpoint) }),
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.operational-webhook.endpoint.delete",
		tag,
		summary: "Delete an operational webhook endpoint",
		access,
		params: operationalParams,
		answers: { 204: null },
		run: ({ ctx, params }) => deleteEndpoint(ctx, OPERATIONAL, params.endpoint_id),
		answer: () => ({ status: 204 }),
	}),
];
