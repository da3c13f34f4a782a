// Disables an endpoint that asked for it, is gone, or only fails; and tells of it.
import type { Route } from "../../core/delivery.ts";
import type { DisabledReason } from "../../core/health.ts";
import { toDisabledData, toEventPayload } from "../../core/operational-event.ts";
import { type PublishTools, publishEvent } from "../../platform/event-publisher.ts";
import { logError } from "../../platform/log.ts";
import { type Db, writeAll } from "../../store/db.ts";
import { deleteEvent, disableWithEvent } from "../../store/operational-events.ts";

/**
 * Answers whether it was enabled until now. Once the write succeeded nothing fails: routes are read again
 * after half a minute, and the sweep publishes what was not.
 * @param failingSince epoch milliseconds; null when it did not fail before
 */
export async function disableEndpoint(
	tools: PublishTools & { db: Db },
	route: Route,
	reason: DisabledReason,
	failingSince: number | null,
	now: number,
): Promise<boolean> {
	const type = "endpoint.disabled";
	const payload = toEventPayload(type, toDisabledData(route, failingSince, "automatic"));
	const { db } = tools;
	const change = { reason, now };
	const { isChanged, event } = await disableWithEvent(db, route.endpointId, change, {
		type,
		payload,
	});
	if (!isChanged) return false;
	try {
		await tools.stores.of(route.applicationId).invalidate();
		if (event !== null) {
			await publishEvent(tools, event);
			await writeAll(db, [deleteEvent(db, event.id)]);
		}
	} catch (error) {
		logError("disabling_not_told", error, { endpointId: route.endpointId });
	}
	return true;
}
