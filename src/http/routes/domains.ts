// Routes of domains: an organisation's own ones, and all of them for the operator.
import * as z from "zod";
import { deleteAnyDomain, listAllDomains, putDomain } from "../../services/all-domains.ts";
import {
	createDomain,
	deleteDomain,
	getDomain,
	listDomains,
	type ShownDomain,
	verifyDomain,
} from "../../services/domains.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import {
	DomainIn,
	DomainOut,
	OperatorDomainIn,
	OperatorDomainOut,
	toDomainOut,
	toOperatorDomainOut,
} from "../models/domain.ts";
import { type AnyRoute, route } from "../route.ts";

const access = "organisation";
const params = z.object({ domain_id: z.string() });
const query = z.object({ limit, iterator: iterator("dom"), order: order("ascending") });

const own = { tag: "Environment", access } as const;
const path = "/environment/domain";
const operator = { tag: "Operator", access } as const;
const operatorPath = "/operator/domain";

const one = { 200: DomainOut };
const answer = (domain: ShownDomain) => ({ status: 200, body: toDomainOut(domain) });
const gone = { answers: { 204: null }, answer: () => ({ status: 204 }) };

export const domainRoutes: AnyRoute[] = [
	route({
		...own,
		method: "get",
		path,
		operationId: "v1.environment.domain.list",
		summary: "List the organisation's domains",
		query,
		answers: { 200: listOf(DomainOut).meta({ id: "ListResponse_DomainOut" }) },
		run: ({ ctx, query }) => listDomains(ctx, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toDomainOut) }),
	}),
	route({
		...own,
		method: "post",
		path,
		operationId: "v1.environment.domain.create",
		summary: "Ask for a domain that shows the catalog or the portal",
		body: DomainIn,
		answers: { 201: DomainOut },
		run: ({ ctx, request, body }) => createDomain(ctx, request.tools.customHostnames, body),
		answer: (domain) => ({ status: 201, body: toDomainOut(domain) }),
	}),
	route({
		...own,
		method: "get",
		path: `${path}/{domain_id}`,
		operationId: "v1.environment.domain.get",
		summary: "Get a domain as it stands: what must be set in DNS, and what is wrong",
		params,
		answers: one,
		run: ({ ctx, request, params }) =>
			getDomain(ctx, request.tools.customHostnames, params.domain_id),
		answer,
	}),
	route({
		...own,
		method: "post",
		path: `${path}/{domain_id}/verify`,
		operationId: "v1.environment.domain.verify",
		summary: "Look again whether the records of a domain are set",
		params,
		answers: one,
		run: ({ ctx, request, params }) =>
			verifyDomain(ctx, request.tools.customHostnames, params.domain_id),
		answer,
	}),
	route({
		...own,
		...gone,
		method: "delete",
		path: `${path}/{domain_id}`,
		operationId: "v1.environment.domain.delete",
		summary: "Delete a domain: from then on it shows nothing",
		params,
		run: ({ ctx, request, params }) =>
			deleteDomain(ctx, request.tools.customHostnames, params.domain_id),
	}),
	route({
		...operator,
		method: "get",
		path: operatorPath,
		operationId: "v1.operator.list-domains",
		summary: "List the domains of all organisations",
		query,
		answers: { 200: listOf(OperatorDomainOut).meta({ id: "ListResponse_OperatorDomainOut" }) },
		run: ({ ctx, query }) => listAllDomains(ctx, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toOperatorDomainOut) }),
	}),
	route({
		...operator,
		method: "put",
		path: `${operatorPath}/{domain_id}`,
		operationId: "v1.operator.put-domain",
		summary: "Activate a domain, or take it back, where the platform does not decide it",
		params,
		body: OperatorDomainIn,
		answers: { 200: OperatorDomainOut },
		run: ({ ctx, request, params, body }) =>
			putDomain(ctx, request.tools.customHostnames, params.domain_id, body),
		answer: (domain) => ({ status: 200, body: toOperatorDomainOut(domain) }),
	}),
	route({
		...operator,
		...gone,
		method: "delete",
		path: `${operatorPath}/{domain_id}`,
		operationId: "v1.operator.delete-domain",
		summary: "Take a domain from an organisation",
		params,
		run: ({ ctx, request, params }) =>
			deleteAnyDomain(ctx, request.tools.customHostnames, params.domain_id),
	}),
];
