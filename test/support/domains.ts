// Rows of domains, as many as a test needs: more than an organisation may ask for.
import { env } from "cloudflare:workers";
import { type Id, nextSeq, toId } from "../../src/core/ids.ts";
import { createDb } from "../../src/store/db.ts";
import { type Domain, insertDomain } from "../../src/store/domains.ts";

let lastSeq = 0;

/** A domain that was just asked for. */
export async function addDomain(
	organisationId: Id<"org">,
	fields: Partial<Domain> = {},
): Promise<Domain> {
	lastSeq = nextSeq(lastSeq, Date.now());
	const id = toId("dom", lastSeq, crypto.getRandomValues(new Uint8Array(16)));
	const domain: Domain = {
		...{ id, organisationId, hostname: `${crypto.randomUUID()}.customer.example` },
		...{ serves: "catalog", state: "pending", problem: null, externalId: null, records: [] },
		...{ createdAt: 0, updatedAt: 0, checkedAt: 0, deletedAt: null },
		...fields,
	};
	await insertDomain(createDb(env.DB), domain);
	return domain;
}
