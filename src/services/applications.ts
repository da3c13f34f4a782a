// Verbs on applications.
import { conflict, notFound } from "../core/errors.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import {
	type Application,
	findApplication,
	insertApplication,
	listApplications as listRows,
	markApplicationDeleted,
	updateApplication as updateRow,
} from "../store/applications.ts";
import { isUniqueViolation } from "../store/db.ts";
import { listEndpointIds, markEndpointsDeleted } from "../store/endpoints.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";

export type ApplicationInput = {
	name: string;
	uid: string | null;
	throttleRate: number | null;
	metadata: Record<string, string>;
};

export type Saved = { application: Application; isNew: boolean };

const LANES_AT_ONCE = 25;
const CONFLICT = "An application with that id or uid already exists";

export async function createApplication(
	ctx: ServiceContext,
	input: ApplicationInput,
	getIfExists: boolean,
): Promise<Saved> {
	const existing = await findExisting(ctx, input.uid);
	if (existing !== null) {
		if (!getIfExists) throw conflict(CONFLICT);
		return { application: existing, isNew: false };
	}
	const application = newApplication(ctx, input);
	try {
		const result = { application, isNew: true };
		return await ctx.commit([insertApplication(ctx.db, application)], result);
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		// Somebody created it since we looked.
		const winner = getIfExists ? await findExisting(ctx, input.uid) : null;
		if (winner === null) throw conflict(CONFLICT);
		return { application: winner, isNew: false };
	}
}

function findExisting(ctx: ServiceContext, uid: string | null): Promise<Application | null> {
	return uid === null ? Promise.resolve(null) : findApplication(ctx.db, ctx.organisationId, uid);
}

function newApplication(ctx: ServiceContext, input: ApplicationInput): Application {
	return {
		...input,
		id: newId("app", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
		deletedAt: null,
	};
}

export async function getApplication(ctx: ServiceContext, idOrUid: string): Promise<Application> {
	const found = await findApplication(ctx.db, ctx.organisationId, idOrUid);
	if (found === null) throw notFound();
	return found;
}

/** Replaces the application, or creates one when there is none; the path's name is then not used. */
export async function putApplication(
	ctx: ServiceContext,
	idOrUid: string,
	input: ApplicationInput,
): Promise<Saved> {
	return untilWritten(async () => {
		const found = await findApplication(ctx.db, ctx.organisationId, idOrUid);
		return found === null ? createApplication(ctx, input, false) : update(ctx, found, input);
	});
}

export async function patchApplication(
	ctx: ServiceContext,
	idOrUid: string,
	changes: Partial<ApplicationInput>,
): Promise<Saved> {
	return untilWritten(async () => update(ctx, await getApplication(ctx, idOrUid), changes));
}

async function update(
	ctx: ServiceContext,
	found: Application,
	input: Partial<ApplicationInput>,
): Promise<Saved> {
	const changes = { ...input, updatedAt: nextUpdatedAt(found, ctx.now) };
	const result = { application: { ...found, ...changes }, isNew: false };
	try {
		await ctx.commit([updateRow(ctx.db, found, changes)], result);
	} catch (error) {
		throw isUniqueViolation(error) ? conflict(CONFLICT) : error;
	}
	await ctx.stores.of(found.id).invalidate();
	return result;
}

/** Deletes its endpoints, too, so that their lanes stop and none of their secrets stay. */
export async function deleteApplication(ctx: ServiceContext, idOrUid: string): Promise<void> {
	const { id } = await getApplication(ctx, idOrUid);
	const endpointIds = await listEndpointIds(ctx.db, id);
	await ctx.commit(
		[
			markApplicationDeleted(ctx.db, ctx.organisationId, id, ctx.now),
			markEndpointsDeleted(ctx.db, id, ctx.now),
		],
		undefined,
	);
	await ctx.stores.of(id).invalidate();
	for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
		const some = endpointIds.slice(i, i + LANES_AT_ONCE);
		await Promise.all(some.map((endpointId) => ctx.lanes.of(endpointId).invalidate()));
	}
}

export async function listApplications(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<Application>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	const rows = await listRows(ctx.db, ctx.organisationId, plan);
	return toEnvelope(
		plan,
		rows,
		(row) => row.id,
		(row) => row,
	);
}
