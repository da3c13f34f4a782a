// What an endpoint's fields must be beyond their shape: a URL that may be called, event types that exist.
import { invalid } from "../core/errors.ts";
import { normaliseHost } from "../core/hostname.ts";
import { groupPrefix, isCovered } from "../core/match.ts";
import { OPERATIONAL_EVENT_TYPES } from "../core/operational-event.ts";
import { checkTarget } from "../core/target.ts";
import { unmaskPassword } from "../core/url-secret.ts";
import { findActiveDomain } from "../store/domains.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { findLiveEventTypeNames, findLivePrefixes } from "../store/event-types.ts";
import type { ServiceContext } from "./context.ts";
import { OPERATIONAL, type Owner } from "./endpoint-access.ts";

/**
 * Throws a 422 that names the wrong field; answers the fields as they are stored.
 * @param stored whose password a URL may leave out, and whose event types may stay, whatever became of them
 */
export async function checkEndpoint<T extends { url?: string; eventTypes?: string[] | null }>(
	ctx: ServiceContext,
	owner: Owner,
	input: T,
	stored: Pick<Endpoint, "url" | "eventTypes"> | null,
): Promise<T> {
	const checked = { ...input };
	if (checked.url !== undefined) {
		checked.url = await checkUrl(ctx, checked.url, stored?.url ?? null);
	}
	if (checked.eventTypes != null) {
		await checkEventTypes(ctx, owner, checked.eventTypes, stored?.eventTypes ?? []);
	}
	return checked;
}

async function checkEventTypes(
	ctx: ServiceContext,
	owner: Owner,
	entries: string[],
	subscribed: readonly string[],
): Promise<void> {
	const isOwn = owner === OPERATIONAL;
	const known: readonly string[] = isOwn
		? OPERATIONAL_EVENT_TYPES
		: await findSubscribable(ctx, entries, subscribed);
	const unknown = entries.filter(
		(entry) => !known.includes(entry) && !(isOwn && known.some((type) => isCovered(entry, type))),
	);
	if (unknown.length === 0) return;
	const list = unknown.map((name) => `'${name}'`).join(", ");
	const hint = isOwn ? `. There are: ${known.join(", ")}` : "";
	throw invalid(["body", "eventTypes"], `The following event types don't exist: ${list}${hint}`);
}

/** What is archived or hidden from the caller is as if it were not there, except where it is subscribed to already. */
async function findSubscribable(
	{ db, organisationId, featureFlags }: ServiceContext,
	entries: string[],
	subscribed: readonly string[],
): Promise<string[]> {
	const asked = entries.filter((entry) => !subscribed.includes(entry));
	const prefixes = asked.map(groupPrefix).filter((prefix) => prefix !== null);
	const names = asked.filter((entry) => groupPrefix(entry) === null);
	const [liveNames, livePrefixes] = await Promise.all([
		findLiveEventTypeNames(db, organisationId, names, featureFlags),
		prefixes.length === 0 ? [] : findLivePrefixes(db, organisationId, prefixes, featureFlags),
	]);
	return [...subscribed, ...liveNames, ...livePrefixes.map((prefix) => `${prefix}*`)];
}

async function checkUrl(
	ctx: ServiceContext,
	given: string,
	storedUrl: string | null,
): Promise<string> {
	const target = checkTarget(given, {
		allowPrivate: ctx.config.allowPrivateTargets,
		enforceHttps: ctx.config.enforceHttps,
		ownHosts: ctx.ownHosts,
	});
	if (!target.ok) throw invalid(["body", "url"], target.problem.message);
	const host = normaliseHost(new URL(target.url).hostname);
	// Whoever's it is, it leads here.
	if ((await findActiveDomain(ctx.db, host)) !== null) {
		const message = "The URL must not point to a domain of this service; use the receiver's host.";
		throw invalid(["body", "url"], message);
	}
	const url = unmaskPassword(target.url, storedUrl);
	if (url !== null) return url;
	const message =
		"The URL must have its password: *** only stands for the stored one, at its host.";
	throw invalid(["body", "url"], message);
}
