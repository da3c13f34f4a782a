// Routes of application tokens: portal links, what they begin, and the ends.
import type { z } from "zod";
import {
	beginSession,
	createPortalAccess,
	expireAll,
	logOut,
} from "../../services/application-tokens.ts";
import {
	ApplicationTokenExpireIn,
	AppPortalAccessIn,
	AppPortalAccessOut,
	OneTimeTokenIn,
	OneTimeTokenOut,
	toPortalAccessInput,
	toPortalAccessOut,
	toSessionOut,
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
	answer: (body: z.input<typeof AppPortalAccessOut>) => ({ status: 200, body }),
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
		run: async ({ ctx, params, body, request }) => {
			const access = await createPortalAccess(ctx, params.app_id, toPortalAccessInput(body));
			return toPortalAccessOut(access, request.origin);
		},
	}),
	route({
		...portal,
		path: "/auth/dashboard-access/{app_id}",
		operationId: "v1.authentication.dashboard-access",
		summary: "The same as app-portal-access without a body, under its old name",
		run: async ({ ctx, params, request }) =>
			toPortalAccessOut(await createPortalAccess(ctx, params.app_id, ALL), request.origin),
	}),
	route({
		method: "post",
		path: "/auth/one-time-token",
		operationId: "v1.authentication.exchange-one-time-token",
		tag,
		summary: "Exchange the key of a portal link, once, for a token",
		access: "none",
		body: OneTimeTokenIn,
		answers: { 200: OneTimeTokenOut },
		run: ({ ctx, body }) => beginSession(ctx, body.oneTimeToken),
		answer: (session) => ({ status: 200, body: toSessionOut(session) }),
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
