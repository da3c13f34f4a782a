// Routes of application tokens: portal links, who a token is, and the ends.
import { findAccount } from "../../services/api-keys.ts";
import {
	createPortalAccess,
	expireAll,
	logOut,
	type PortalAccess,
} from "../../services/application-tokens.ts";
import { toPortalRights } from "../../services/portal-sessions.ts";
import {
	ApplicationTokenExpireIn,
	AppPortalAccessIn,
	AppPortalAccessOut,
	toPortalAccessInput,
	toPortalAccessOut,
	toWhoamiOut,
	WhoamiOut,
} from "../models/authentication.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const tag = "Authentication";
const access = "organisation";

const portal = {
	method: "post",
	tag,
	access,
	params: appParams,
	isSecret: true,
	answers: { 200: AppPortalAccessOut },
	answer: (access: PortalAccess) => ({ status: 200, body: toPortalAccessOut(access) }),
} as const;

/** What a link without a body gives: everything, for seven days. */
const ALL = toPortalAccessInput({});

export const authenticationRoutes: AnyRoute[] = [
	route({
		...portal,
		path: "/auth/app-portal-access/{app_id}",
		operationId: "v1.authentication.app-portal-access",
		summary: "Give a customer access: a link that works once, and a token for their browser",
		body: AppPortalAccessIn,
		isBodyOptional: true,
		run: ({ ctx, params, body, request }) =>
			createPortalAccess(ctx, params.app_id, toPortalAccessInput(body), request.origin),
	}),
	route({
		...portal,
		path: "/auth/dashboard-access/{app_id}",
		operationId: "v1.authentication.dashboard-access",
		summary: "The same as app-portal-access without a body, under its old name",
		run: ({ ctx, params, request }) => createPortalAccess(ctx, params.app_id, ALL, request.origin),
	}),
	route({
		method: "get",
		path: "/auth/whoami",
		operationId: "v1.authentication.whoami",
		tag,
		summary: "Tell whose the calling key or token is, what it may do, and until when",
		access: "ViewBase",
		answers: { 200: WhoamiOut },
		run: async ({ ctx, request }) =>
			toWhoamiOut(
				ctx,
				toPortalRights(request.token),
				request.token === null ? await findAccount(ctx, request.tokenHash) : null,
			),
		answer: (body) => ({ status: 200, body }),
	}),
	route({
		method: "post",
		path: "/auth/logout",
		operationId: "v1.authentication.logout",
		tag,
		summary: "End the application token that calls",
		access: "ViewBase",
		answers: { 204: null },
		run: ({ ctx, request }) => logOut(ctx, request.tokenHash),
		answer: () => ({ status: 204 }),
	}),
	route({
		method: "post",
		path: "/auth/app/{app_id}/expire-all",
		operationId: "v1.authentication.expire-all",
		tag,
		summary: "End the sessions of an application, at once or after a delay",
		access,
		params: appParams,
		body: ApplicationTokenExpireIn,
		isBodyOptional: true,
		answers: { 204: null },
		run: ({ ctx, params, body }) =>
			expireAll(ctx, params.app_id, {
				delaySeconds: body.expiry ?? 0,
				sessionIds: body.sessionIds ?? [],
			}),
		answer: () => ({ status: 204 }),
	}),
];
