// The hidden application of an organisation, whose endpoints get the operational webhooks.
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import {
	type Application,
	findOperationalApplication,
	insertOperationalApplication,
} from "../store/applications.ts";
import type { Statement } from "../store/db.ts";
import type { ServiceContext } from "./context.ts";

/** The application, and what to write with its first endpoint when there is none yet. */
export async function findOrPlanOperational(
	ctx: ServiceContext,
): Promise<{ application: Application; statements: Statement[] }> {
	const found = await findOperationalApplication(ctx.db, ctx.organisationId);
	if (found !== null) return { application: found, statements: [] };
	const application: Application = {
		id: newId("app", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		uid: null,
		name: "Operational webhooks",
		throttleRate: null,
		metadata: {},
		createdAt: ctx.now,
		updatedAt: ctx.now,
		deletedAt: null,
		isOperational: true,
	};
	return { application, statements: [insertOperationalApplication(ctx.db, application)] };
}
