// Verbs on endpoints. Each write tells the application's MessageStore and the endpoint's lane.
import { notFound } from "../core/errors.ts";
import { type EndpointId, ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { isOrphan } from "../store/db.ts";
import {
	type Endpoint,
	findEndpointInApp,
	insertEndpoint,
	listEndpoints as listRows,
	markEndpointDeleted,
	updateEndpoint as updateRow,
} from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import {
	findOwner,
	getEndpoint,
	OPERATIONAL,
	type Owner,
	saveEndpoint,
} from "./endpoint-access.ts";
import { checkEndpoint } from "./endpoint-checks.ts";
import { assertHeaders } from "./endpoint-headers.ts";
import { newSecret, sealSecrets } from "./endpoint-secrets.ts";
import { findOrPlanOperational } from "./operational-application.ts";
import type { EndpointEventType } from "./operational-events.ts";

/** What a PUT leaves out of the last two, it keeps. */
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
	ordered?: boolean;
	maxInFlight?: number | null;
	paused?: boolean;
};

type OnlyNew = { secret: string | null; headers: Record<string, string> | null };

export type SavedEndpoint = { endpoint: Endpoint; isNew: boolean };

export async function createEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	input: EndpointInput,
	only: OnlyNew,
): Promise<SavedEndpoint> {
	try {
		return await create(ctx, owner, input, only);
	} catch (error) {
		if (!isOrphan(error)) throw error;
		if (owner !== OPERATIONAL) throw notFound();
		// Somebody else made the organisation's own application at the same time: it is found now.
		return create(ctx, owner, input, only);
	}
}

async function create(
	ctx: ServiceContext,
	owner: Owner,
	input: EndpointInput,
	only: OnlyNew,
): Promise<SavedEndpoint> {
	const { application, statements } =
		owner === OPERATIONAL
			? await findOrPlanOperational(ctx)
			: { application: await getApplication(ctx, owner), statements: [] };
	const checked = await checkEndpoint(ctx, owner, input, null);
	if (only.headers !== null) assertHeaders(only.headers);
	const id = newId("ep", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES));
	const endpoint: Endpoint = {
		...{ ordered: false, maxInFlight: null, paused: false, disabledReason: null },
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
	const all = [...statements, insertEndpoint(ctx.db, endpoint)];
	await saveEndpoint(ctx, endpoint, all, result, ["endpoint.created"]);
	return result;
}

/** Replaces the endpoint, or creates one when there is none; the path's name is then not used. */
export async function putEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
	input: EndpointInput,
): Promise<SavedEndpoint> {
	return untilWritten(async () => {
		const application = await findOwner(ctx, owner);
		const found =
			application === null ? null : await findEndpointInApp(ctx.db, application.id, idOrUid);
		return found === null
			? createEndpoint(ctx, owner, input, { secret: null, headers: null })
			: change(ctx, owner, found, input);
	});
}

export async function patchEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
	changes: Partial<EndpointInput>,
): Promise<SavedEndpoint> {
	return untilWritten(async () =>
		change(ctx, owner, await getEndpoint(ctx, owner, idOrUid), changes),
	);
}

async function change(
	ctx: ServiceContext,
	owner: Owner,
	found: Endpoint,
	input: Partial<EndpointInput>,
): Promise<SavedEndpoint> {
	const checked = await checkEndpoint(ctx, owner, input, found);
	const isSwitched = checked.disabled !== undefined && checked.disabled !== found.disabled;
	// Whoever switches it is a person.
	return saveChanges(ctx, found, { ...checked, ...(isSwitched && { disabledReason: null }) });
}

/** Writes what is new of an endpoint as its next version. */
export async function saveChanges(
	ctx: ServiceContext,
	found: Endpoint,
	fields: Partial<Endpoint>,
): Promise<SavedEndpoint> {
	const changes = { ...fields, updatedAt: nextUpdatedAt(found, ctx.now) };
	const endpoint = { ...found, ...changes };
	const result = { endpoint, isNew: false };
	const types: EndpointEventType[] = ["endpoint.updated"];
	if (endpoint.disabled !== found.disabled) {
		types.push(endpoint.disabled ? "endpoint.disabled" : "endpoint.enabled");
	}
	await saveEndpoint(ctx, endpoint, [updateRow(ctx.db, found, changes)], result, types);
	return result;
}

export async function deleteEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<void> {
	const endpoint = await getEndpoint(ctx, owner, idOrUid);
	const { id, applicationId } = endpoint;
	const statement = markEndpointDeleted(ctx.db, applicationId, id, ctx.now);
	await saveEndpoint(ctx, endpoint, [statement], undefined, ["endpoint.deleted"]);
}

export async function listEndpoints(
	ctx: ServiceContext,
	owner: Owner,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<Endpoint>> {
	const application = await findOwner(ctx, owner);
	const plan = planPage(page.limit, page.iterator, page.order);
	const rows = application === null ? [] : await listRows(ctx.db, application.id, plan);
	return toEnvelope(
		plan,
		rows,
		(row): EndpointId => row.id,
		(row) => row,
	);
}
