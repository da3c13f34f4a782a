// Portal access, sessions and their ends on the wire.
import { z } from "zod";
import { CAPABILITIES, type Capability, toCapabilities } from "../../core/capabilities.ts";
import type {
	PortalAccess,
	PortalAccessInput,
	Session,
} from "../../services/application-tokens.ts";
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

export const OneTimeTokenOut = z
	.object({
		token: z.string(),
		appId: z.string(),
		capabilities: z.array(z.string()),
		featureFlags: z.array(z.string()),
		sessionId: z.string().nullable(),
		expiresAt: timestamp.nullable(),
	})
	.meta({ id: "OneTimeTokenOut" });

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

/** The key is behind the `#`: no server and no log ever sees it. */
export const toPortalAccessOut = (
	{ linkKey, token }: PortalAccess,
	origin: string,
): z.input<typeof AppPortalAccessOut> => ({ url: `${origin}/login#key=${linkKey}`, token });

export const toSessionOut = ({ token, session }: Session): z.input<typeof OneTimeTokenOut> => ({
	token,
	appId: session.applicationId,
	capabilities: session.capabilities ?? [...CAPABILITIES],
	featureFlags: session.featureFlags ?? [],
	sessionId: session.sessionId,
	expiresAt: session.expiresAt === null ? null : toTimestamp(session.expiresAt),
});
