// Verbs on the headers that an endpoint adds to its deliveries.
import { checkCustomHeaders, mergeHeaders, toVisibleHeaders } from "../core/custom-headers.ts";
import { DomainError } from "../core/errors.ts";
import { type Endpoint, updateEndpoint } from "../store/endpoints.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint, type Owner, saveEndpoint } from "./endpoint-access.ts";

type VisibleHeaders = { headers: Record<string, string>; sensitive: string[] };

/** Throws a 422 that names each wrong header. */
export function assertHeaders(headers: Record<string, string>): void {
	const problems = checkCustomHeaders(headers);
	if (problems.length === 0) return;
	throw new DomainError(
		"validation",
		"Some headers cannot be used",
		problems.map(({ name, message }) => ({
			loc: ["body", "headers", name],
			msg: message,
			type: "value_error",
		})),
	);
}

async function openHeaders(ctx: ServiceContext, endpoint: Endpoint) {
	if (endpoint.headers === null) return {};
	const text = await ctx.sealer.open(endpoint.headers, endpoint.id);
	return JSON.parse(text) as Record<string, string>; // safe because only this file seals them
}

export async function getHeaders(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<VisibleHeaders> {
	const endpoint = await getEndpoint(ctx, owner, idOrUid);
	return toVisibleHeaders(await openHeaders(ctx, endpoint));
}

export async function putHeaders(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
	headers: Record<string, string>,
): Promise<void> {
	await untilWritten(async () => saveHeaders(ctx, await getEndpoint(ctx, owner, idOrUid), headers));
}

/** Adds and replaces headers; a null value, or a name in `deleteHeaders`, removes one. */
export async function patchHeaders(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
	changes: Record<string, string | null>,
	deleteHeaders: string[],
): Promise<void> {
	await untilWritten(async () => {
		const endpoint = await getEndpoint(ctx, owner, idOrUid);
		const current = await openHeaders(ctx, endpoint);
		await saveHeaders(ctx, endpoint, mergeHeaders(current, changes, deleteHeaders));
	});
}

async function saveHeaders(
	ctx: ServiceContext,
	endpoint: Endpoint,
	headers: Record<string, string>,
) {
	assertHeaders(headers);
	const sealed = await ctx.sealer.seal(JSON.stringify(headers), endpoint.id);
	const changes = { headers: sealed, updatedAt: nextUpdatedAt(endpoint, ctx.now) };
	const statement = updateEndpoint(ctx.db, endpoint, changes);
	await saveEndpoint(ctx, { ...endpoint, ...changes }, [statement], undefined, []);
}
