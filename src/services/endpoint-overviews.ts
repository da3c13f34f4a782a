// A page of an application's endpoints, each with how it stands and how its deliveries went.
import type { ApplicationId, EndpointId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import type { AttemptCount, LaneGlance } from "../platform/lane-client.ts";
import {
	type EndpointFilter,
	type EndpointState,
	searchEndpoints,
} from "../store/endpoint-search.ts";
import type { Endpoint } from "../store/endpoints.ts";
import type { ServiceContext } from "./context.ts";
import { askLanes } from "./lane-answers.ts";

export const OVERVIEWS_DEFAULT = 20;
export const OVERVIEWS_MAX = 100;
const HOUR_MS = 3_600_000;
const HOURS_SHOWN = 24;

/** `glance` is null when the endpoint's lane did not answer in time. */
export type EndpointOverview = {
	endpoint: Endpoint;
	state: EndpointState;
	glance: LaneGlance | null;
};

export type OverviewPage = {
	limit: number;
	iterator: string | null;
	order: Order;
} & Partial<EndpointFilter>;

/** The application must be the caller's. `hours` are 24, oldest first, the last of which has just begun. */
export async function listEndpointOverviews(
	ctx: ServiceContext,
	applicationId: ApplicationId,
	{ limit, iterator, order, text = null, state = null }: OverviewPage,
): Promise<ListEnvelope<EndpointOverview>> {
	const plan = planPage(limit, iterator, order);
	const rows = await searchEndpoints(ctx.db, applicationId, plan, { text, state });
	const list = toEnvelope(
		plan,
		rows,
		(row): EndpointId => row.id,
		(row) => row,
	);
	const hoursFrom = Math.floor(ctx.now / HOUR_MS) * HOUR_MS - (HOURS_SHOWN - 1) * HOUR_MS;
	const glances = await askLanes(ctx, list.data, (lane) => lane.glance(hoursFrom));
	const data = list.data.map((endpoint, i): EndpointOverview => {
		const glance = glances[i] ?? null;
		return {
			endpoint,
			state: stateOf(endpoint),
			glance:
				glance === null
					? null
					: { ...glance, hours: fillHours(glance.hours, hoursFrom, HOURS_SHOWN) },
		};
	});
	return { ...list, data };
}

/** So many hours from a time on, also those without an attempt. */
function fillHours(found: readonly AttemptCount[], from: number, count: number): AttemptCount[] {
	const byHour = new Map(found.map((hour) => [hour.at, hour]));
	return Array.from({ length: count }, (_, i) => {
		const at = from + i * HOUR_MS;
		return byHour.get(at) ?? { at, success: 0, fail: 0 };
	});
}

function stateOf({ disabled, paused }: Endpoint): EndpointState {
	if (disabled) return "disabled";
	return paused ? "paused" : "enabled";
}
