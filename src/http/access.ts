// Whether a caller may call a route: who it is, how often it came, and what its token is for.
import { mayDo } from "../core/capabilities.ts";
import { DomainError, notFound } from "../core/errors.ts";
import type { ApplicationId } from "../core/ids.ts";
import type { Tools } from "../delivery/tools.ts";
import type { ServiceContext } from "../services/context.ts";
import type { ApplicationToken, FoundToken } from "../store/application-tokens.ts";
import {
	authenticate,
	authenticateForApplication,
	authenticateToken,
	type CallerCache,
	digestToken,
	type ReadApplication,
} from "./auth.ts";
import { addressOf, assertFrequency } from "./frequency.ts";
import type { AnyRoute } from "./route.ts";

type Params = Record<string, string>;

export type Caller = Pick<
	ServiceContext,
	"organisationId" | "onlyApplicationId" | "featureFlags"
> & {
	tokenHash: string;
	/** The calling token of an application; null for anybody else. */
	token: ApplicationToken | null;
	/** The application in the path, where it was looked up with the key. */
	applicationId: ApplicationId | null;
	/** What was read with it. */
	read: ReadApplication | null;
	/** The path's parameters as the caller may use them. */
	params: Params;
};

type Surroundings = { tools: Tools; cache: CallerCache; now: number };

const NOBODY = {
	organisationId: "org_",
	onlyApplicationId: null,
	featureFlags: null,
	tokenHash: "",
	token: null,
	applicationId: null,
	read: null,
} as const;

/** The caller, when it may call the route. */
export async function admit(
	spec: AnyRoute,
	request: Request,
	params: Params,
	{ tools, cache, now }: Surroundings,
): Promise<Caller> {
	const { db, requestLimit } = tools;
	if (spec.access === "none") {
		if (isLimited(spec)) await assertFrequency(requestLimit, addressOf(request));
		return { ...NOBODY, params };
	}
	const { hash, isApplicationToken } = await digestToken(cache, request, now);
	await assertFrequency(requestLimit, hash);
	if (isApplicationToken) return admitToken(spec, params, await authenticateToken(db, hash, now));
	const key = { onlyApplicationId: null, featureFlags: null, tokenHash: hash, token: null, params };
	// Only messages skip the verb's own look-up: they are what everything else is there for.
	if (spec.isIdempotentItself === true && params.app_id !== undefined) {
		return {
			...key,
			...(await authenticateForApplication(db, cache, hash, params.app_id, now)),
		};
	}
	return {
		...key,
		organisationId: await authenticate(db, cache, hash, now),
		applicationId: null,
		read: null,
	};
}

/** Whether its calls are counted: all that can cost something. */
export const isLimited = (spec: AnyRoute): boolean =>
	spec.access !== "none" || spec.method === "post";

/** A token's own application alone exists for it. */
function admitToken(
	spec: AnyRoute,
	params: Params,
	{ token, uid, isPortalReadOnly }: FoundToken,
): Caller {
	if (spec.access === "none" || spec.access === "organisation") {
		throw denied("This needs an API key: the token is for one application only");
	}
	const { app_id: name } = params;
	const { applicationId } = token;
	if (name !== undefined && name !== applicationId && name !== uid) throw notFound();
	if (!mayDo(token.capabilities, spec.access)) {
		const reason = isPortalReadOnly === true ? ": the organisation's portal is read-only" : "";
		throw denied(`The token lacks the capability ${spec.access}${reason}`);
	}
	return {
		organisationId: token.organisationId,
		onlyApplicationId: applicationId,
		featureFlags: token.featureFlags ?? [],
		tokenHash: token.hash,
		token,
		applicationId,
		read: null,
		// The id, because its uid may be another application's by the time that the verb looks.
		params: name === undefined ? params : { ...params, app_id: applicationId },
	};
}

const denied = (detail: string) => new DomainError("insufficient access", detail);
