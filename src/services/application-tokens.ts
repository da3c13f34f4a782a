// Verbs on tokens of one application: portal links, and the ends of what they begin.
import type { Capability } from "../core/capabilities.ts";
import { DomainError } from "../core/errors.ts";
import type { ApplicationId, Id } from "../core/ids.ts";
import { TOKEN_RANDOM_BYTES, type TokenPrefix, toToken } from "../core/token.ts";
import { sha256Hex } from "../platform/digest.ts";
import {
	deleteApplicationToken,
	expireSessions,
	insertApplicationToken,
} from "../store/application-tokens.ts";
import { type Application, findApplication, insertApplication } from "../store/applications.ts";
import { isUniqueViolation, type Statement } from "../store/db.ts";
import {
	type ApplicationInput,
	assertInputFor,
	getApplication,
	newApplication,
} from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { portalOriginOf } from "./portal-origin.ts";
import { endTails } from "./tail-ends.ts";

export type PortalAccessInput = {
	/** Created when the path names none. */
	application: ApplicationInput | null;
	/** Null: all. */
	capabilities: Capability[] | null;
	featureFlags: string[] | null;
	expirySeconds: number;
	sessionId: string | null;
};

/** `linkKey` begins one session, if it is used soon; `token` is one already. */
export type PortalAccess = {
	organisationId: Id<"org">;
	applicationId: ApplicationId;
	/** Where the link leads, as a URL without a path. */
	origin: string;
	linkKey: string;
	token: string;
};

/** How long a link can wait to be opened. */
const LINK_LIFE_MS = 10 * 60_000;
/** The platform binds at most 100 parameters to one query. */
const SESSION_IDS_AT_ONCE = 90;

/** @param asked where the request came to: the link leads there unless the portal has a domain of its own */
export async function createPortalAccess(
	ctx: ServiceContext,
	idOrUid: string,
	input: PortalAccessInput,
	asked: string,
): Promise<PortalAccess> {
	const { application, statements } = await findOrPlan(ctx, idOrUid, input.application);
	const expiresAt = ctx.now + input.expirySeconds * 1000;
	const rights = {
		organisationId: ctx.organisationId,
		applicationId: application.id,
		integrationId: null,
		capabilities: input.capabilities,
		featureFlags: input.featureFlags,
		sessionId: input.sessionId,
		createdAt: ctx.now,
	};
	const [link, session] = await Promise.all([makeToken(ctx, "link"), makeToken(ctx, "appsk")]);
	const origin = await portalOriginOf(ctx, asked);
	statements.push(
		insertApplicationToken(ctx.db, {
			...rights,
			hash: link.hash,
			kind: "link",
			expiresAt: ctx.now + LINK_LIFE_MS,
			sessionExpiresAt: expiresAt,
		}),
		insertApplicationToken(ctx.db, {
			...rights,
			hash: session.hash,
			kind: "session",
			expiresAt,
			sessionExpiresAt: null,
		}),
	);
	try {
		const { organisationId, applicationId } = rights;
		const tokens = { linkKey: link.token, token: session.token };
		return await ctx.commit(statements, {
			organisationId,
			applicationId,
			origin,
			...tokens,
		});
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		// Somebody created the application since we looked: now it is found.
		return createPortalAccess(ctx, idOrUid, { ...input, application: null }, asked);
	}
}

async function findOrPlan(
	ctx: ServiceContext,
	idOrUid: string,
	input: ApplicationInput | null,
): Promise<{ application: Application; statements: Statement[] }> {
	const found = await findApplication(ctx.db, ctx.organisationId, idOrUid);
	if (found !== null) return { application: found, statements: [] };
	assertInputFor(idOrUid, input);
	const application = newApplication(ctx, input);
	return { application, statements: [insertApplication(ctx.db, application)] };
}

/** A new secret, and what is stored of it. */
export async function makeToken(
	ctx: Pick<ServiceContext, "randomBytes">,
	prefix: TokenPrefix,
): Promise<{ token: string; hash: string }> {
	const token = toToken(prefix, ctx.randomBytes(TOKEN_RANDOM_BYTES));
	return { token, hash: await sha256Hex(token) };
}

/** Ends the calling token. */
export async function logOut(ctx: ServiceContext, tokenHash: string): Promise<void> {
	if (ctx.onlyApplicationId === null) {
		throw new DomainError(
			"insufficient access",
			"Only the token of an application can be logged out; revoke an API key instead",
		);
	}
	await ctx.commit([deleteApplicationToken(ctx.db, tokenHash)], undefined);
	await endTails(ctx, ctx.onlyApplicationId);
}

/** Ends all sessions of an application, or those with the given session ids, at once or after a delay. */
export async function expireAll(
	ctx: ServiceContext,
	idOrUid: string,
	{ delaySeconds, sessionIds }: { delaySeconds: number; sessionIds: string[] },
): Promise<void> {
	const { id } = await getApplication(ctx, idOrUid);
	const time = ctx.now + delaySeconds * 1000;
	const statements: Statement[] = [];
	if (sessionIds.length === 0) statements.push(expireSessions(ctx.db, id, null, time));
	for (let i = 0; i < sessionIds.length; i += SESSION_IDS_AT_ONCE) {
		const some = sessionIds.slice(i, i + SESSION_IDS_AT_ONCE);
		statements.push(expireSessions(ctx.db, id, some, time));
	}
	await ctx.commit(statements, undefined);
	await endTails(ctx, id);
}
