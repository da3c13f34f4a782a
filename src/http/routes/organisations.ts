// Routes of organisations, for keys of the first one alone.
import * as z from "zod";
import {
	createApiKeyOf,
	createOrganisation,
	listOrganisations,
} from "../../services/organisations.ts";
import {
	ApiKeyCreated,
	ApiKeyIn,
	OrganisationCreated,
	OrganisationIn,
	OrganisationOut,
	toApiKeyInput,
	toCreatedKeyOut,
	toOrganisationOut,
} from "../models/api-key.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Operator";
const access = "organisation";
const path = "/operator/organisation";

export const organisationRoutes: AnyRoute[] = [
	route({
		method: "get",
		path,
		operationId: "v1.operator.list-organisations",
		tag,
		summary: "List the organisations of the installation",
		access,
		query: z.object({ limit, iterator: iterator("org"), order: order("ascending") }),
		answers: { 200: listOf(OrganisationOut).meta({ id: "ListResponse_OrganisationOut" }) },
		run: ({ ctx, query }) => listOrganisations(ctx, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toOrganisationOut) }),
	}),
	route({
		method: "post",
		path,
		operationId: "v1.operator.create-organisation",
		tag,
		summary: "Create an organisation, with its first API key, which is shown only now",
		access,
		isSecret: true,
		body: OrganisationIn,
		answers: { 201: OrganisationCreated },
		run: ({ ctx, body }) => createOrganisation(ctx, body.name),
		answer: ({ organisation, made }) => ({
			status: 201,
			body: { ...toOrganisationOut(organisation), apiKey: toCreatedKeyOut(made) },
		}),
	}),
	route({
		method: "post",
		path: `${path}/{organisation_id}/api-key`,
		operationId: "v1.operator.create-api-key",
		tag,
		summary: "Create an API key of an organisation that has lost its own",
		access,
		isSecret: true,
		params: z.object({ organisation_id: z.string() }),
		body: ApiKeyIn,
		answers: { 201: ApiKeyCreated },
		run: ({ ctx, params, body }) =>
			createApiKeyOf(ctx, params.organisation_id, toApiKeyInput(body)),
		answer: (made) => ({ status: 201, body: toCreatedKeyOut(made) }),
	}),
];
