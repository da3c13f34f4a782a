// Verbs on organisations: those who share an installation and nothing else. For its operator alone.
import { notFound } from "../core/errors.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { insertApiKey } from "../store/api-keys.ts";
import {
	findOrganisation,
	insertOrganisation,
	listOrganisations as listRows,
	type Organisation,
} from "../store/organisations.ts";
import { type ApiKeyInput, assertAhead, type MadeApiKey, makeApiKey } from "./api-keys.ts";
import type { ServiceContext } from "./context.ts";
import { assertOperator } from "./operator.ts";

const FIRST_KEY = { name: "First key", expiresAt: null };

/** Creates an organisation, with the key that can make its others. */
export async function createOrganisation(
	ctx: ServiceContext,
	name: string,
): Promise<{ organisation: Organisation; made: MadeApiKey }> {
	assertOperator(ctx);
	const id = newId("org", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES));
	const organisation = { id, name, createdAt: ctx.now };
	const made = await makeApiKey(ctx, id, FIRST_KEY);
	const statements = [insertOrganisation(ctx.db, organisation), insertApiKey(ctx.db, made.apiKey)];
	return ctx.commit(statements, { organisation, made });
}

/** Gives an organisation another key, for one that lost all of its own. */
export async function createApiKeyOf(
	ctx: ServiceContext,
	organisationId: string,
	input: ApiKeyInput,
): Promise<MadeApiKey> {
	assertOperator(ctx);
	assertAhead(ctx, input);
	const found = await findOrganisation(ctx.db, organisationId);
	if (found === null) throw notFound();
	const made = await makeApiKey(ctx, found.id, input);
	return ctx.commit([insertApiKey(ctx.db, made.apiKey)], made);
}

export async function listOrganisations(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<Organisation>> {
	assertOperator(ctx);
	const plan = planPage(page.limit, page.iterator, page.order);
	return toEnvelope(
		plan,
		await listRows(ctx.db, plan),
		(row) => row.id,
		(row) => row,
	);
}
