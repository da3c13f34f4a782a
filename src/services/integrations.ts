// Verbs on integrations: programs that act in one application, each with a key of its own.
import { notFound } from "../core/errors.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import {
	deleteTokensOfIntegration,
	insertIntegrationToken,
	setFlagsOfIntegration,
} from "../store/application-tokens.ts";
import {
	deleteIntegration as deleteRow,
	findIntegrationInApp,
	type Integration,
	insertIntegration,
	listIntegrations as listRows,
	updateIntegration as updateRow,
} from "../store/integrations.ts";
import { makeToken } from "./application-tokens.ts";
import { getApplication } from "./applications.ts";
import { nextUpdatedAt } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { endTails } from "./tail-ends.ts";

export type IntegrationInput = Pick<Integration, "name" | "featureFlags">;

export async function listIntegrations(
	ctx: ServiceContext,
	appIdOrUid: string,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<Integration>> {
	const { id } = await getApplication(ctx, appIdOrUid);
	const plan = planPage(page.limit, page.iterator, page.order);
	return toEnvelope(
		plan,
		await listRows(ctx.db, id, plan),
		(row) => row.id,
		(row) => row,
	);
}

/** Creates an integration, still without a key. */
export async function createIntegration(
	ctx: ServiceContext,
	appIdOrUid: string,
	input: IntegrationInput,
): Promise<Integration> {
	const integration: Integration = {
		...input,
		id: newId("integ", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		applicationId: (await getApplication(ctx, appIdOrUid)).id,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	return ctx.commit([insertIntegration(ctx.db, integration)], integration);
}

export async function getIntegration(
	ctx: ServiceContext,
	appIdOrUid: string,
	id: string,
): Promise<Integration> {
	const application = await getApplication(ctx, appIdOrUid);
	const found = await findIntegrationInApp(ctx.db, application.id, id);
	if (found === null) throw notFound();
	return found;
}

/** Replaces name and flags; its key has the new flags at once. */
export async function putIntegration(
	ctx: ServiceContext,
	appIdOrUid: string,
	id: string,
	input: IntegrationInput,
): Promise<Integration> {
	const found = await getIntegration(ctx, appIdOrUid, id);
	const integration = { ...found, ...input, updatedAt: nextUpdatedAt(found, ctx.now) };
	const statements = [
		updateRow(ctx.db, integration),
		setFlagsOfIntegration(ctx.db, found.id, input.featureFlags),
	];
	return ctx.commit(statements, integration);
}

export async function deleteIntegration(
	ctx: ServiceContext,
	appIdOrUid: string,
	id: string,
): Promise<void> {
	const found = await getIntegration(ctx, appIdOrUid, id);
	const statements = [
		deleteRow(ctx.db, found.applicationId, found.id),
		deleteTokensOfIntegration(ctx.db, found.id),
	];
	await ctx.commit(statements, undefined);
	await endTails(ctx, found.applicationId);
}

/** Gives it a new key, shown once, and ends the one before. */
export async function rotateIntegrationKey(
	ctx: ServiceContext,
	appIdOrUid: string,
	id: string,
): Promise<string> {
	const found = await getIntegration(ctx, appIdOrUid, id);
	const { token, hash } = await makeToken(ctx, "integsk");
	const { organisationId, now } = ctx;
	const statements = [
		deleteTokensOfIntegration(ctx.db, found.id),
		insertIntegrationToken(ctx.db, { id: found.id, organisationId }, hash, now),
	];
	await ctx.commit(statements, token);
	await endTails(ctx, found.applicationId);
	return token;
}
