// Verbs on applications.
import { conflict, DomainError, notFound } from "../core/errors.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { deleteTokensOfApplication } from "../store/application-tokens.ts";
import {
	type Application,
	type ExcludedApplications,
	findApplication,
	insertApplication,
	listApplications as listRows,
	markApplicationDeleted,
	updateApplication as updateRow,
} from "../store/applications.ts";
import { isUniqueViolation, type Statement } from "../store/db.ts";
import { listEndpointIds, markEndpointsDeleted } from "../store/endpoints.ts";
import { deleteIntegrationsOfApplication } from "../store/integrations.ts";
import { findListener, insertDeletedEvents } from "../store/operational-events.ts";
import { findInheritingRoutes } from "../store/routes.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { changeLanes, invalidateLanes } from "./lanes.ts";
import { publishDeletedLater } from "./operational-events.ts";
import { endTails } from "./tail-ends.ts";

export type ApplicationInput = {
	name: string;
	uid: string | null;
	throttleRate: number | null;
	metadata: Record<string, string>;
};

export type Saved = { application: Application; isNew: boolean };

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

export function newApplication(ctx: ServiceContext, input: ApplicationInput): Application {
	return {
		...input,
		id: newId("app", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
		deletedAt: null,
		isOperational: false,
	};
}

/** Throws unless the input describes an application that can be created because a path names it. */
export function assertInputFor(
	uidInPath: string,
	input: ApplicationInput | null,
): asserts input is ApplicationInput {
	if (input === null) throw notFound("Application not found");
	const loc = ["body", "application", "uid"];
	if (input.uid === null) {
		const msg = "must be given, and equal to the application in the path";
		throw new DomainError("validation", msg, [{ loc, msg, type: "application_uid_missing" }]);
	}
	if (input.uid !== uidInPath) {
		const msg = `must equal the application in the path ('${uidInPath}')`;
		throw new DomainError("validation", msg, [{ loc, msg, type: "application_uid_mismatch" }]);
	}
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
	await ctx.stores.of(found.id).invalidate({ endpointId: null, updatedAt: changes.updatedAt });
	if (result.application.throttleRate !== found.throttleRate) {
		await changeLanes(ctx, await findInheritingRoutes(ctx.db, found.id));
	}
	return result;
}

/** Deletes its endpoints and tokens, too, so that their lanes stop and none of their secrets stay. */
export async function deleteApplication(ctx: ServiceContext, idOrUid: string): Promise<void> {
	const application = await getApplication(ctx, idOrUid);
	const { id } = application;
	const [endpointIds, listener] = await Promise.all([
		listEndpointIds(ctx.db, id),
		findListener(ctx.db, id),
	]);
	const statements: Statement[] = [
		markApplicationDeleted(ctx.db, ctx.organisationId, id, ctx.now),
		markEndpointsDeleted(ctx.db, id, ctx.now),
		deleteTokensOfApplication(ctx.db, id),
		deleteIntegrationsOfApplication(ctx.db, id),
	];
	// First, as it tells of the endpoints that are still there.
	if (listener !== null) {
		statements.unshift(insertDeletedEvents(ctx.db, application, listener.operationalId, ctx.now));
	}
	await ctx.commit(statements, undefined);
	if (listener !== null) publishDeletedLater(ctx, endpointIds);
	await ctx.stores.of(id).invalidate({ endpointId: null, updatedAt: null });
	await endTails(ctx, id);
	await invalidateLanes(ctx, endpointIds);
}

export async function listApplications(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order },
	excluded: ExcludedApplications,
	text: string | null = null,
): Promise<ListEnvelope<Application>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	const read = await listRows(ctx.db, ctx.organisationId, plan, excluded, text);
	return toEnvelope(
		plan,
		read,
		(row) => row.id,
		(row) => row,
	);
}
