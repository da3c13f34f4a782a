// Verbs on an endpoint's signing secrets.
import type { StoredSecret } from "../core/delivery.ts";
import { DomainError, invalid } from "../core/errors.ts";
import { OLD_SECRETS_MAX } from "../core/patterns.ts";
import {
	parseSecret,
	SECRET_RANDOM_BYTES,
	secretFromRandom,
	toPublishedText,
	toSecretText,
} from "../core/secret.ts";
import { type Endpoint, updateEndpoint } from "../store/endpoints.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint, type Owner, saveEndpoint } from "./endpoint-access.ts";

/** The secret that the caller gave in `field`, checked, or a new one. */
export function newSecret(ctx: ServiceContext, given: string | null, field = "secret"): string {
	if (given === null) return secretFromRandom(ctx.randomBytes(SECRET_RANDOM_BYTES));
	const parsed = parseSecret(given);
	if (!parsed.ok) throw invalid(["body", field], parsed.problem.message);
	return toSecretText(parsed.key);
}

export function sealSecrets(
	ctx: ServiceContext,
	endpointId: string,
	secrets: StoredSecret[],
): Promise<string> {
	return ctx.sealer.seal(JSON.stringify(secrets), endpointId);
}

async function openSecrets(ctx: ServiceContext, endpoint: Endpoint): Promise<StoredSecret[]> {
	return JSON.parse(await ctx.sealer.open(endpoint.secrets, endpoint.id));
}

/** What a receiver verifies with: the shared secret, or the public half of a key pair. */
export async function getSecret(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<string> {
	const [current] = await openSecrets(ctx, await getEndpoint(ctx, owner, idOrUid));
	const parsed = current === undefined ? null : parseSecret(current.secret);
	if (parsed === null || !parsed.ok) throw new Error("stored secret is damaged");
	return toPublishedText(parsed.key);
}

/** Makes another secret the current one; the old one stays valid for the grace period. */
export async function rotateSecret(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
	input: { key: string | null; gracePeriodSeconds: number },
): Promise<void> {
	const next = { secret: newSecret(ctx, input.key, "key"), expiresAt: null };
	await untilWritten(async () => {
		const endpoint = await getEndpoint(ctx, owner, idOrUid);
		const kept = retire(await openSecrets(ctx, endpoint), ctx.now, input.gracePeriodSeconds);
		const changes = {
			secrets: await sealSecrets(ctx, endpoint.id, [next, ...kept]),
			updatedAt: nextUpdatedAt(endpoint, ctx.now),
		};
		const statement = updateEndpoint(ctx.db, endpoint, changes);
		const types = ["endpoint.updated"] as const;
		await saveEndpoint(ctx, { ...endpoint, ...changes }, [statement], undefined, types);
	});
}

/** What stays valid of an endpoint's secrets beside a new one. */
function retire(secrets: StoredSecret[], now: number, graceSeconds: number): StoredSecret[] {
	const [current, ...old] = secrets;
	if (current === undefined) throw new Error("stored secret is missing");
	const valid = old.filter(({ expiresAt }) => (expiresAt ?? 0) > now);
	if (valid.length >= OLD_SECRETS_MAX) {
		throw new DomainError(
			"limit_reached",
			`At most ${OLD_SECRETS_MAX} old secrets can be valid at the same time; wait until one expires`,
		);
	}
	return graceSeconds > 0
		? [{ ...current, expiresAt: now + graceSeconds * 1000 }, ...valid]
		: valid;
}
