// Whether a message would go anywhere, without sending it.

import { notFound } from "../core/errors.ts";
import { chooseRoutes, type Subject } from "../core/match.ts";
import { findRoutes } from "../store/routes.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";

export async function isWanted(
	ctx: ServiceContext,
	appIdOrUid: string,
	message: Subject,
): Promise<boolean> {
	const application = await getApplication(ctx, appIdOrUid);
	const found = await findRoutes(ctx.db, application.id);
	if (found === null) throw notFound();
	return chooseRoutes(found.routes, { ...message, onlyEndpointId: null }).sent.length > 0;
}
