// Routes of endpoints.
import * as z from "zod";
import { getEndpoint } from "../../services/endpoint-access.ts";
import { pauseEndpoint, resumeEndpoint } from "../../services/endpoint-pauses.ts";
import {
	createEndpoint,
	deleteEndpoint,
	listEndpoints,
	patchEndpoint,
	putEndpoint,
	type SavedEndpoint,
} from "../../services/endpoints.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import {
	EndpointIn,
	EndpointOut,
	EndpointPatch,
	EndpointUpdate,
	toEndpointChanges,
	toEndpointInput,
	toEndpointOut,
} from "../models/endpoint.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const tag = "Endpoint";
const path = "/app/{app_id}/endpoint/{endpoint_id}";
export const endpointParams = appParams.extend({
	endpoint_id: z.string().meta({ description: "Its id or uid." }),
});

const saved = ({ endpoint, isNew }: SavedEndpoint) => ({
	status: isNew ? 201 : 200,
	body: toEndpointOut(endpoint),
});

const PAUSING = { pause: pauseEndpoint, resume: resumeEndpoint };

const pausing = (verb: "pause" | "resume", summary: string) =>
	route({
		method: "post",
		path: `${path}/${verb}`,
		operationId: `v1.endpoint.${verb}`,
		tag,
		summary,
		access: "ManageEndpoint",
		params: endpointParams,
		answers: { 200: EndpointOut },
		run: ({ ctx, params }) => PAUSING[verb](ctx, params.app_id, params.endpoint_id),
		answer: saved,
	});

export const endpointRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/endpoint",
		operationId: "v1.endpoint.list",
		tag,
		summary: "List endpoints",
		access: "ViewBase",
		params: appParams,
		query: z.object({ limit, iterator: iterator("ep"), order: order("descending") }),
		answers: { 200: listOf(EndpointOut).meta({ id: "ListResponse_EndpointOut" }) },
		run: ({ ctx, params, query }) => listEndpoints(ctx, params.app_id, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toEndpointOut) }),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/endpoint",
		operationId: "v1.endpoint.create",
		tag,
		summary: "Create an endpoint: a URL that gets the application's messages",
		access: "ManageEndpoint",
		params: appParams,
		body: EndpointIn,
		answers: { 201: EndpointOut },
		run: ({ ctx, params, body }) =>
			createEndpoint(ctx, params.app_id, toEndpointInput(body), {
				secret: body.secret ?? null,
				headers: body.headers ?? null,
			}),
		answer: saved,
	}),
	route({
		method: "get",
		path,
		operationId: "v1.endpoint.get",
		tag,
		summary: "Get an endpoint",
		access: "ViewBase",
		params: endpointParams,
		answers: { 200: EndpointOut },
		run: ({ ctx, params }) => getEndpoint(ctx, params.app_id, params.endpoint_id),
		answer: (endpoint) => ({ status: 200, body: toEndpointOut(endpoint) }),
	}),
	route({
		method: "put",
		path,
		operationId: "v1.endpoint.update",
		tag,
		summary: "Replace an endpoint, or create one",
		access: "ManageEndpoint",
		params: endpointParams,
		body: EndpointUpdate,
		answers: { 200: EndpointOut, 201: EndpointOut },
		run: ({ ctx, params, body }) =>
			putEndpoint(ctx, params.app_id, params.endpoint_id, toEndpointInput(body)),
		answer: saved,
	}),
	route({
		method: "patch",
		path,
		operationId: "v1.endpoint.patch",
		tag,
		summary: "Change some fields of an endpoint",
		access: "ManageEndpoint",
		params: endpointParams,
		body: EndpointPatch,
		answers: { 200: EndpointOut },
		run: ({ ctx, params, body }) =>
			patchEndpoint(ctx, params.app_id, params.endpoint_id, toEndpointChanges(body)),
		answer: saved,
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.endpoint.delete",
		tag,
		summary: "Delete an endpoint; its past attempts stay",
		access: "ManageEndpoint",
		params: endpointParams,
		answers: { 204: null },
		run: ({ ctx, params }) => deleteEndpoint(ctx, params.app_id, params.endpoint_id),
		answer: () => ({ status: 204 }),
	}),
	pausing("pause", "Pause an endpoint: its messages wait, and nothing is tried"),
	pausing("resume", "Resume an endpoint: what waited is sent"),
];
