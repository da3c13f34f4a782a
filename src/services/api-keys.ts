// Organisations and their API keys.
import { ID_RANDOM_BYTES, type Id, newId } from "../core/ids.ts";
import { insertApiKey, insertOrganisation } from "../store/api-keys.ts";
import type { Statement } from "../store/db.ts";
import type { ServiceContext } from "./context.ts";

/** The organisation that the first key of an installation belongs to. */
export const FIRST_ORGANISATION = "org_000000000000000000000000000" satisfies Id<"org">;

/**
 * Statements that give an organisation an API key.
 * @param hash SHA-256 of the key in hex; the key itself is shown once and never stored
 */
export function addApiKey(
	ctx: Pick<ServiceContext, "db" | "now" | "randomBytes">,
	key: { organisationId: Id<"org">; organisationName: string; name: string; hash: string },
): Statement[] {
	const { organisationId, organisationName, name, hash } = key;
	return [
		insertOrganisation(ctx.db, { id: organisationId, name: organisationName, createdAt: ctx.now }),
		insertApiKey(ctx.db, {
			hash,
			id: newId("key", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
			organisationId,
			name,
			createdAt: ctx.now,
			expiresAt: null,
			revokedAt: null,
		}),
	];
}
