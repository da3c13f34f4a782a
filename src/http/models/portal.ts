// A portal's session and the data of its first screen on the wire.
import * as z from "zod";
import type { Portal } from "../../services/portal-sessions.ts";
import { toCapabilityNames, toEnd } from "./authentication.ts";
import { listOf, timestamp, toListOut } from "./common.ts";
import { EndpointOverviewOut, toEndpointOverviewOut } from "./endpoint-overview.ts";
import { PortalSettingsOut, toPortalSettingsOut } from "./settings.ts";

export const OneTimeTokenIn = z
	.object({
		oneTimeToken: z.string(),
		orgId: z.string().nullable().optional().meta({
			description:
				"The organisation that the page's address names: it must be the link's. Null for a page in a frame that names nobody: it must be at a domain of the organisation.",
		}),
		appId: z.string().optional().meta({
			description:
				"The application that the page's address names: it must be of the link's organisation.",
		}),
	})
	.meta({ id: "OneTimeTokenIn" });

const fields = {
	appId: z.string(),
	appName: z.string(),
	orgId: z.string(),
	capabilities: z.array(z.string()),
	featureFlags: z
		.array(z.string())
		.nullable()
		.meta({ description: "Whose event types are seen; null for all." }),
	sessionId: z.string().nullable(),
	expiresAt: timestamp.nullable(),
	settings: PortalSettingsOut,
	endpoints: listOf(EndpointOverviewOut).meta({ id: "ListResponse_EndpointOverviewOut" }),
};

export const PortalOut = z.object(fields).meta({ id: "PortalOut" });

export const PortalSessionOut = z
	.object({ token: z.string(), ...fields })
	.meta({ id: "PortalSessionOut" });

export function toPortalOut(portal: Portal): z.input<typeof PortalOut> {
	const { application, rights, settings, endpoints } = portal;
	return {
		appId: application.id,
		appName: application.name,
		orgId: application.organisationId,
		capabilities: toCapabilityNames(rights),
		featureFlags: rights.featureFlags,
		sessionId: rights.sessionId,
		expiresAt: toEnd(rights),
		settings: toPortalSettingsOut(settings),
		endpoints: toListOut(endpoints, toEndpointOverviewOut),
	};
}
