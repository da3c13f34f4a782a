// Routes that open the portal: all that its first screen needs, in one answer.
import { beginSession, getPortal } from "../../services/portal-sessions.ts";
import { OneTimeTokenIn, PortalOut, PortalSessionOut, toPortalOut } from "../models/portal.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

export const portalRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/auth/one-time-token",
		operationId: "v1.authentication.exchange-one-time-token",
		tag: "Authentication",
		summary: "Exchange the key of a portal link, once, for a token and the portal's first screen",
		access: "none",
		body: OneTimeTokenIn,
		answers: { 200: PortalSessionOut },
		run: ({ ctx, body, request }) =>
			beginSession(ctx, body.oneTimeToken, {
				hostOrganisationId: request.hostOrganisationId,
				organisationId: body.orgId,
				applicationId: body.appId,
			}),
		answer: ({ token, portal }) => ({ status: 200, body: { token, ...toPortalOut(portal) } }),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/portal",
		operationId: "v1.portal.get",
		tag: "Authentication",
		summary: "The portal's first screen again, for a session that is under way",
		access: "ViewBase",
		params: appParams,
		answers: { 200: PortalOut },
		run: ({ ctx, params, request }) => getPortal(ctx, params.app_id, request.token),
		answer: (portal) => ({ status: 200, body: toPortalOut(portal) }),
	}),
];
