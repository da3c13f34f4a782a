// Portal links, who a token is, and how sessions end, on the wire.
import * as z from "zod";
import { toBase64Url } from "../../core/base64.ts";
import { CAPABILITIES, type Capability, toCapabilities } from "../../core/capabilities.ts";
import type { Account } from "../../services/api-keys.ts";
import type { PortalAccess, PortalAccessInput } from "../../services/application-tokens.ts";
import type { ServiceContext } from "../../services/context.ts";
import type { PortalRights } from "../../services/portal-sessions.ts";
import { ApplicationIn, toApplicationInput } from "./application.ts";
import { distinct, emptyToNull, name, timestamp, toTimestamp } from "./common.ts";

const FLAGS_MAX = 25;
const EXPIRY_MIN = 3600;
const EXPIRY_MAX = 604_800;
const DELAY_MAX = 259_200;
const SESSION_ID_LENGTH_MAX = 64;
const SESSION_IDS_MAX = 1000;

/** Also of integrations; an empty list means the same as null. */
export const grantedFlags = distinct(name, FLAGS_MAX).nullish();

const sessionId = z
	.string()
	.min(1, "must not be empty")
	.max(SESSION_ID_LENGTH_MAX, `must be at most ${SESSION_ID_LENGTH_MAX} characters`)
	.regex(/^[a-zA-Z0-9@_-]+$/, "must contain only letters, digits, '@', '_' and '-'");

const seconds = (min: number, max: number) => {
	const rule = { error: `must be a whole number of seconds from ${min} to ${max}` };
	return z.int(rule).min(min, rule).max(max, rule).nullish();
};

export const AppPortalAccessIn = z
	.object({
		application: ApplicationIn.nullish().meta({
			description: "Created when the path names no application yet; its uid must be that name.",
		}),
		capabilities: z.array(z.string()).nullish().meta({
			description: "What the token may do; all when left out. ViewBase is always among them.",
		}),
		readOnly: z.boolean().nullish().meta({ deprecated: true, description: "ViewBase alone." }),
		featureFlags: grantedFlags,
		expiry: seconds(EXPIRY_MIN, EXPIRY_MAX).meta({ description: "Seconds; 7 days when left out." }),
		sessionId: sessionId.nullish(),
	})
	.meta({ id: "AppPortalAccessIn" });

export const AppPortalAccessOut = z
	.object({ url: z.string(), token: z.string() })
	.meta({ id: "AppPortalAccessOut" });

export const OneTimeTokenIn = z.object({ oneTimeToken: z.string() }).meta({ id: "OneTimeTokenIn" });

export const WhoamiOut = z
	.object({
		orgId: z.string(),
		appId: z.string().nullable().meta({ description: "Null for an API key." }),
		capabilities: z
			.array(z.string())
			.nullable()
			.meta({ description: "Null: everything, also outside of one application." }),
		sessionId: z.string().nullable(),
		expiresAt: timestamp.nullable(),
		orgName: z
			.string()
			.nullable()
			.meta({ description: "The organisation's name; null for a token of an application." }),
		apiKeyId: z
			.string()
			.nullable()
			.meta({ description: "The calling API key; null for a token of an application." }),
		isOperator: z
			.boolean()
			.meta({ description: "Whether it is a key of the organisation that runs the installation." }),
	})
	.meta({ id: "WhoamiOut" });

export const ApplicationTokenExpireIn = z
	.object({
		expiry: seconds(0, DELAY_MAX).meta({
			description: "Seconds until the tokens end; 0 when left out.",
		}),
		sessionIds: z
			.array(sessionId)
			.max(SESSION_IDS_MAX, `must have at most ${SESSION_IDS_MAX} values`)
			.nullish()
			.meta({ description: "Only tokens with one of these; all when left out." }),
	})
	.meta({ id: "ApplicationTokenExpireIn" });

export function toPortalAccessInput(body: z.output<typeof AppPortalAccessIn>): PortalAccessInput {
	return {
		application: body.application ? toApplicationInput(body.application) : null,
		capabilities: grantedBy(body),
		featureFlags: emptyToNull(body.featureFlags),
		expirySeconds: body.expiry ?? EXPIRY_MAX,
		sessionId: body.sessionId ?? null,
	};
}

function grantedBy(body: z.output<typeof AppPortalAccessIn>): Capability[] | null {
	if (body.readOnly === true) return toCapabilities([]);
	return body.capabilities == null ? null : toCapabilities(body.capabilities);
}

/**
 * The key is behind the `#`: no server and no log ever sees it. Before it stands whose portal it is, which decides
 * what pages may show it.
 */
export function toPortalAccessOut({
	organisationId,
	applicationId,
	origin,
	linkKey,
	token,
}: PortalAccess): z.input<typeof AppPortalAccessOut> {
	const key = JSON.stringify({ appId: applicationId, oneTimeToken: linkKey });
	const encoded = toBase64Url(new TextEncoder().encode(key));
	return { url: `${origin}/login?env=${organisationId}#key=${encoded}`, token };
}

export function toWhoamiOut(
	{ organisationId, onlyApplicationId }: ServiceContext,
	rights: PortalRights,
	account: Account | null,
): z.input<typeof WhoamiOut> {
	const isKey = onlyApplicationId === null;
	return {
		orgId: organisationId,
		appId: onlyApplicationId,
		capabilities: isKey ? null : toCapabilityNames(rights),
		sessionId: rights.sessionId,
		expiresAt: toEnd(rights),
		orgName: account?.organisationName ?? null,
		apiKeyId: account?.apiKeyId ?? null,
		isOperator: account?.isOperator ?? false,
	};
}

export const toCapabilityNames = ({ capabilities }: PortalRights): string[] => [
	...(capabilities ?? CAPABILITIES),
];

export const toEnd = ({ expiresAt }: PortalRights): string | null =>
	expiresAt === null ? null : toTimestamp(expiresAt);
