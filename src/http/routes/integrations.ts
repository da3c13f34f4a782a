// Routes of integrations. Their keys are tokens of the application, made and seen once by `rotate`.
import * as z from "zod";
import {
	createIntegration,
	deleteIntegration,
	getIntegration,
	listIntegrations,
	putIntegration,
	rotateIntegrationKey,
} from "../../services/integrations.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import {
	IntegrationIn,
	IntegrationKeyOut,
	IntegrationOut,
	IntegrationUpdate,
	toIntegrationInput,
	toIntegrationOut,
} from "../models/integration.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const tag = "Integration";
const access = "organisation";
const path = "/app/{app_id}/integration/{integ_id}";
const params = appParams.extend({ integ_id: z.string() });

export const integrationRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/integration",
		operationId: "v1.integration.list",
		tag,
		summary: "List integrations",
		access,
		params: appParams,
		query: z.object({ limit, iterator: iterator("integ"), order: order("ascending") }),
		answers: { 200: listOf(IntegrationOut).meta({ id: "ListResponse_IntegrationOut" }) },
		run: ({ ctx, params, query }) => listIntegrations(ctx, params.app_id, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toIntegrationOut) }),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/integration",
		operationId: "v1.integration.create",
		tag,
		summary: "Create an integration: a program that acts in the application",
		access,
		params: appParams,
		body: IntegrationIn,
		answers: { 201: IntegrationOut },
		run: ({ ctx, params, body }) => createIntegration(ctx, params.app_id, toIntegrationInput(body)),
		answer: (integration) => ({ status: 201, body: toIntegrationOut(integration) }),
	}),
	route({
		method: "get",
		path,
		operationId: "v1.integration.get",
		tag,
		summary: "Get an integration",
		access,
		params,
		answers: { 200: IntegrationOut },
		run: ({ ctx, params }) => getIntegration(ctx, params.app_id, params.integ_id),
		answer: (integration) => ({ status: 200, body: toIntegrationOut(integration) }),
	}),
	route({
		method: "put",
		path,
		operationId: "v1.integration.update",
		tag,
		summary: "Replace an integration; its key stays",
		access,
		params,
		body: IntegrationUpdate,
		answers: { 200: IntegrationOut },
		run: ({ ctx, params, body }) =>
			putIntegration(ctx, params.app_id, params.integ_id, toIntegrationInput(body)),
		answer: (integration) => ({ status: 200, body: toIntegrationOut(integration) }),
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.integration.delete",
		tag,
		summary: "Delete an integration, and end its key",
		access,
		params,
		answers: { 204: null },
		run: ({ ctx, params }) => deleteIntegration(ctx, params.app_id, params.integ_id),
		answer: () => ({ status: 204 }),
	}),
	route({
		method: "post",
		path: `${path}/key/rotate`,
		operationId: "v1.integration.rotate-key",
		tag,
		summary: "Give an integration a new key, and end the one before",
		access,
		isSecret: true,
		params,
		answers: { 200: IntegrationKeyOut },
		run: ({ ctx, params }) => rotateIntegrationKey(ctx, params.app_id, params.integ_id),
		answer: (key) => ({ status: 200, body: { key } }),
	}),
];
