// API keys of an organisation. A key is shown once; stored are its digest, and its end for people to know it by.
import { conflict, invalid, notFound } from "../core/errors.ts";
import { ID_RANDOM_BYTES, type Id, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { hintOf } from "../core/token.ts";
import {
	type ApiKey,
	findAccountOfKey,
	findApiKey,
	insertApiKey,
	listApiKeys as listRows,
	revokeApiKey as revokeRow,
	updateApiKey,
} from "../store/api-keys.ts";
import type { Statement } from "../store/db.ts";
import { insertOrganisation } from "../store/organisations.ts";
import { makeToken } from "./application-tokens.ts";
import type { ServiceContext } from "./context.ts";

/** The organisation that the first key of an installation belongs to. */
export const FIRST_ORGANISATION = "org_000000000000000000000000000" satisfies Id<"org">;

export type ApiKeyInput = { name: string; expiresAt: number | null };

/** A new key: the one time that it is known. */
export type MadeApiKey = { apiKey: ApiKey; key: string };

/** Whose a key is. */
export type Account = { apiKeyId: Id<"key">; organisationName: string; isOperator: boolean };

/** @param callingHash SHA-256 of the calling key in hex; null when it ended this moment */
export async function findAccount(
	ctx: Pick<ServiceContext, "db" | "organisationId">,
	callingHash: string,
): Promise<Account | null> {
	const found = await findAccountOfKey(ctx.db, ctx.organisationId, callingHash);
	return found && { ...found, isOperator: ctx.organisationId === FIRST_ORGANISATION };
}

type Making = Pick<ServiceContext, "db" | "now" | "randomBytes">;

/**
 * Statements that give an organisation a key that somebody has already.
 * @param key.hash SHA-256 of the key in hex
 */
export function addApiKey(
	ctx: Making,
	key: {
		organisationId: Id<"org">;
		organisationName: string;
		name: string;
		hash: string;
		hint?: string;
	},
): Statement[] {
	const { organisationName, ...rest } = key;
	const organisation = { id: key.organisationId, name: organisationName, createdAt: ctx.now };
	return [
		insertOrganisation(ctx.db, organisation),
		insertApiKey(ctx.db, newRow(ctx, { hint: "", ...rest, expiresAt: null })),
	];
}

const newRow = (
	ctx: Making,
	fields: Pick<ApiKey, "organisationId" | "name" | "hash" | "hint" | "expiresAt">,
): ApiKey => ({
	...fields,
	id: newId("key", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
	createdAt: ctx.now,
	revokedAt: null,
});

/** A new key of an organisation, not stored yet. */
export async function makeApiKey(
	ctx: Making,
	organisationId: Id<"org">,
	input: ApiKeyInput,
): Promise<MadeApiKey> {
	const { token: key, hash } = await makeToken(ctx, "ehsk");
	return { apiKey: newRow(ctx, { ...input, organisationId, hash, hint: hintOf(key) }), key };
}

export async function createApiKey(ctx: ServiceContext, input: ApiKeyInput): Promise<MadeApiKey> {
	assertAhead(ctx, input);
	const made = await makeApiKey(ctx, ctx.organisationId, input);
	return ctx.commit([insertApiKey(ctx.db, made.apiKey)], made);
}

/** Throws when a new key would have ended before it began. */
export function assertAhead(ctx: ServiceContext, { expiresAt }: ApiKeyInput): void {
	if (expiresAt === null || expiresAt > ctx.now) return;
	throw invalid(["body", "expiresAt"], "must be in the future");
}

export async function getApiKey(ctx: ServiceContext, id: string): Promise<ApiKey> {
	const found = await findApiKey(ctx.db, ctx.organisationId, id);
	if (found === null) throw notFound();
	return found;
}

/** Changes its name, or when it ends. One that has ended does not come back. */
export async function patchApiKey(
	ctx: ServiceContext,
	id: string,
	changes: Partial<ApiKeyInput>,
): Promise<ApiKey> {
	const found = await getApiKey(ctx, id);
	const hasEnded =
		found.revokedAt !== null || (found.expiresAt !== null && found.expiresAt <= ctx.now);
	if (changes.expiresAt !== undefined && hasEnded) {
		throw conflict("The key has ended and does not come back; create another one");
	}
	// An update of nothing is no statement.
	const statements =
		Object.keys(changes).length === 0 ? [] : [updateApiKey(ctx.db, found, changes)];
	return ctx.commit(statements, { ...found, ...changes });
}

/** Ends a key; where it was in use seconds ago it works for two more. */
export async function revokeApiKey(
	ctx: ServiceContext,
	id: string,
	callingHash: string,
): Promise<void> {
	const found = await getApiKey(ctx, id);
	// So that revoking never leaves an organisation without a key that works.
	if (found.hash === callingHash) throw conflict("A key cannot revoke itself; use another one");
	await ctx.commit([revokeRow(ctx.db, found, ctx.now)], undefined);
}

export async function listApiKeys(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order },
): Promise<ListEnvelope<ApiKey>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	return toEnvelope(
		plan,
		await listRows(ctx.db, ctx.organisationId, plan),
		(row) => row.id,
		(row) => row,
	);
}
