// Verbs on endpoints. Each write tells the application's MessageStore and the endpoint's lane.
import { invalid } from "../core/errors.ts";
import { type EndpointId, ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { checkTarget } from "../core/target.ts";
import { unmaskPassword } from "../core/url-secret.ts";
import {
	type Endpoint,
	findEndpointInApp,
	insertEndpoint,
	listEndpoints as listRows,
	markEndpointDeleted,
	updateEndpoint as updateRow,
} from "../store/endpoints.ts";
import { findLiveEventTypeNames } from "../store/event-types.ts";
import { getApplication } from "./applications.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint, saveEndpoint } from "./endpoint-access.ts";
import { assertHeaders } from "./endpoint-headers.ts";
import { newSecret, sealSecrets } from "./endpoint-secrets.ts";

export type EndpointInput = {
	url: string;
	description: string;
	uid: string | null;
	version: number;
	disabled: boolean;
	eventTypes: string[] | null;
	channels: string[] | null;
	throttleRate: number | null;
	metadata: Record<string, string>;
};

export type SavedEndpoint = { endpoint: Endpoint; isNew: boolean };

export async function createEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	input: EndpointInput,
	only: { secret: string | null; headers: Record<string, string> | null },
): Promise<SavedEndpoint> {
	const application = await getApplication(ctx, appIdOrUid);
	const checked = await check(ctx, input, null);
	if (only.headers !== null) assertHeaders(only.headers);
	const id = newId("ep", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES));
	const endpoint: Endpoint = {
		...checked,
		id,
		applicationId: application.id,
		secrets: await sealSecrets(ctx, id, [{ secret: newSecret(ctx, only.secret), expiresAt: null }]),
		headers: only.headers === null ? null : await ctx.sealer.seal(JSON.stringify(only.headers), id),
		createdAt: ctx.now,
		updatedAt: ctx.now,
		deletedAt: null,
	};
	const result = { endpoint, isNew: true };
	await saveEndpoint(ctx, endpoint, [insertEndpoint(ctx.db, endpoint)], result);
	return result;
}

/**
 * Checks what needs more than the body itself: the target, and that the event types exist.
 * @param storedUrl whose password a URL may leave out
 */
async function check<T extends Partial<EndpointInput>>(
	ctx: ServiceContext,
	input: T,
	storedUrl: string | null,
): Promise<T> {
	const checked = { ...input };
	if (checked.url !== undefined) checked.url = checkUrl(ctx, checked.url, storedUrl);
	if (checked.eventTypes != null) {
		const found = await findLiveEventTypeNames(ctx.db, ctx.organisationId, checked.eventTypes);
		const unknown = checked.eventTypes.filter((name) => !found.includes(name));
		if (unknown.length > 0) {
			const names = unknown.map((name) => `'${name}'`).join(", ");
			throw invalid(["body", "eventTypes"], `The following event types don't exist: ${names}`);
		}
	}
	return checked;
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

/** Replaces the endpoint, or creates one when there is none; the path's name is then not used. */
export async function putEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
	input: EndpointInput,
): Promise<SavedEndpoint> {
	const application = await getApplication(ctx, appIdOrUid);
	return untilWritten(async () => {
		const found = await findEndpointInApp(ctx.db, application.id, idOrUid);
		return found === null
			? createEndpoint(ctx, application.id, input, { secret: null, headers: null })
			: update(ctx, found, input);
	});
}

export async function patchEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
	changes: Partial<EndpointInput>,
): Promise<SavedEndpoint> {
	return untilWritten(async () =>
		update(ctx, await getEndpoint(ctx, appIdOrUid, idOrUid), changes),
	);
}

async function update(
	ctx: ServiceContext,
	found: Endpoint,
	input: Partial<EndpointInput>,
): Promise<SavedEndpoint> {
	const checked = await check(ctx, input, found.url);
	const changes = { ...checked, updatedAt: nextUpdatedAt(found, ctx.now) };
	const result = { endpoint: { ...found, ...changes }, isNew: false };
	await saveEndpoint(ctx, found, [updateRow(ctx.db, found, changes)], result);
	return result;
}

export async function deleteEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
): Promise<void> {
	const endpoint = await getEndpoint(ctx, appIdOrUid, idOrUid);
	const { id, applicationId } = endpoint;
	const statement = markEndpointDeleted(ctx.db, applicationId, id, ctx.now);
	await saveEndpoint(ctx, endpoint, [statement], undefined);
}

export async function listEndpoints(
	ctx: ServiceContext,
	appIdOrUid: string,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<Endpoint>> {
	const application = await getApplication(ctx, appIdOrUid);
	const plan = planPage(page.limit, page.iterator, page.order);
	const rows = await listRows(ctx.db, application.id, plan);
	return toEnvelope(
		plan,
		rows,
		(row): EndpointId => row.id,
		(row) => row,
	);
}
