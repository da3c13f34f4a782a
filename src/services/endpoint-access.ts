// How every verb on endpoints finds one and saves one.
import { conflict, notFound } from "../core/errors.ts";
import { isOrphan, isUniqueViolation, type Statement } from "../store/db.ts";
import { type Endpoint, findEndpointInApp } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";

export async function getEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
): Promise<Endpoint> {
	const application = await getApplication(ctx, appIdOrUid);
	const found = await findEndpointInApp(ctx.db, application.id, idOrUid);
	if (found === null) throw notFound();
	return found;
}

/** Writes, then makes delivery see it. Throws what `untilWritten` takes as a reason to try again. */
export async function saveEndpoint<T>(
	ctx: ServiceContext,
	endpoint: Endpoint,
	statements: Statement[],
	result: T,
): Promise<void> {
	try {
		await ctx.commit(statements, result);
	} catch (error) {
		if (isOrphan(error)) throw notFound();
		if (!isUniqueViolation(error)) throw error;
		throw conflict("An endpoint with that id or uid already exists");
	}
	await Promise.all([
		ctx.stores.of(endpoint.applicationId).invalidate(),
		ctx.lanes.of(endpoint.id).invalidate(),
	]);
}
