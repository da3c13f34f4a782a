// Routes of API keys, each organisation's own.
import * as z from "zod";
import {
	createApiKey,
	getApiKey,
	listApiKeys,
	patchApiKey,
	revokeApiKey,
} from "../../services/api-keys.ts";
import {
	ApiKeyCreated,
	ApiKeyIn,
	ApiKeyOut,
	ApiKeyPatch,
	toApiKeyChanges,
	toApiKeyInput,
	toApiKeyOut,
	toCreatedKeyOut,
} from "../models/api-key.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "API key";
const access = "organisation";
const path = "/api-key/{key_id}";
const params = z.object({ key_id: z.string() });

export const apiKeyRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/api-key",
		operationId: "v1.api-key.list",
		tag,
		summary: "List API keys, those that ended too; never the keys themselves",
		access,
		query: z.object({ limit, iterator: iterator("key"), order: order("ascending") }),
		answers: { 200: listOf(ApiKeyOut).meta({ id: "ListResponse_ApiKeyOut" }) },
		run: ({ ctx, query }) => listApiKeys(ctx, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toApiKeyOut) }),
	}),
	route({
		method: "post",
		path: "/api-key",
		operationId: "v1.api-key.create",
		tag,
		summary: "Create an API key, which is shown only now",
		access,
		isSecret: true,
		body: ApiKeyIn,
		answers: { 201: ApiKeyCreated },
		run: ({ ctx, body }) => createApiKey(ctx, toApiKeyInput(body)),
		answer: (made) => ({ status: 201, body: toCreatedKeyOut(made) }),
	}),
	route({
		method: "get",
		path,
		operationId: "v1.api-key.get",
		tag,
		summary: "Get what is known of an API key",
		access,
		params,
		answers: { 200: ApiKeyOut },
		run: ({ ctx, params }) => getApiKey(ctx, params.key_id),
		answer: (apiKey) => ({ status: 200, body: toApiKeyOut(apiKey) }),
	}),
	route({
		method: "patch",
		path,
		operationId: "v1.api-key.patch",
		tag,
		summary: "Change the name of an API key, or when it ends",
		access,
		params,
		body: ApiKeyPatch,
		answers: { 200: ApiKeyOut },
		run: ({ ctx, params, body }) => patchApiKey(ctx, params.key_id, toApiKeyChanges(body)),
		answer: (apiKey) => ({ status: 200, body: toApiKeyOut(apiKey) }),
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.api-key.revoke",
		tag,
		summary: "Revoke an API key: within two seconds it works nowhere",
		access,
		params,
		answers: { 204: null },
		run: ({ ctx, params, request }) => revokeApiKey(ctx, params.key_id, request.tokenHash),
		answer: () => ({ status: 204 }),
	}),
];
