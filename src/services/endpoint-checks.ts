// What an endpoint's fields must be beyond their shape: a URL that may be called, event types that exist.
import { invalid } from "../core/errors.ts";
import { OPERATIONAL_EVENT_TYPES } from "../core/operational-event.ts";
import { checkTarget } from "../core/target.ts";
import { unmaskPassword } from "../core/url-secret.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { findLiveEventTypeNames } from "../store/event-types.ts";
import type { ServiceContext } from "./context.ts";
import { OPERATIONAL, type Owner } from "./endpoint-access.ts";

/**
 * Throws a 422 that names the wrong field; answers the fields as they are stored.
 * @param stored whose password a URL may leave out, and whose hidden event types may stay
 */
export async function checkEndpoint<T extends { url?: string; eventTypes?: string[] | null }>(
	ctx: ServiceContext,
	owner: Owner,
	input: T,
	stored: Pick<Endpoint, "url" | "eventTypes"> | null,
): Promise<T> {
	const checked = { ...input };
	if (checked.url !== undefined) checked.url = checkUrl(ctx, checked.url, stored?.url ?? null);
	if (checked.eventTypes != null) {
		await checkEventTypes(ctx, owner, checked.eventTypes, stored?.eventTypes ?? []);
	}
	return checked;
}

async function checkEventTypes(
	ctx: ServiceContext,
	owner: Owner,
	names: string[],
	subscribed: readonly string[],
): Promise<void> {
	const isOwn = owner === OPERATIONAL;
	const known: readonly string[] = isOwn
		? OPERATIONAL_EVENT_TYPES
		: await findSubscribable(ctx, names, subscribed);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length === 0) return;
	const list = unknown.map((name) => `'${name}'`).join(", ");
	const hint = isOwn ? `. There are: ${known.join(", ")}` : "";
	throw invalid(["body", "eventTypes"], `The following event types don't exist: ${list}${hint}`);
}

/** What flags hide from the caller is as if it were not there, except where it is subscribed to already. */
async function findSubscribable(
	{ db, organisationId, featureFlags }: ServiceContext,
	names: string[],
	subscribed: readonly string[],
): Promise<string[]> {
	const seen = await findLiveEventTypeNames(db, organisationId, names, featureFlags);
	const kept = names.filter((name) => !seen.includes(name) && subscribed.includes(name));
	if (featureFlags === null || kept.length === 0) return seen;
	return [...seen, ...(await findLiveEventTypeNames(db, organisationId, kept, null))];
}

function checkUrl(ctx: ServiceContext, given: string, storedUrl: string | null): string {
	const target = checkTarget(given, {
		allowPrivate: ctx.config.allowPrivateTargets,
		enforceHttps: ctx.config.enforceHttps,
		ownHosts: ctx.ownHosts,
	});
	if (!target.ok) throw invalid(["body", "url"], target.problem.message);
	const url = unmaskPassword(target.url, storedUrl);
	if (url !== null) return url;
	const message =
		"The URL must have its password: *** only stands for the stored one, at its host.";
	throw invalid(["body", "url"], message);
}
