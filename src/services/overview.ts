// How an organisation's deliveries go: what its endpoints' lanes say, added up, and which of them need somebody.
import type { AttemptCount, LaneGlance } from "../platform/lane-client.ts";
import type { Application } from "../store/applications.ts";
import type { Endpoint } from "../store/endpoints.ts";
import {
	countOrganisation,
	listOrganisationEndpoints,
	type OverviewCounts,
	type OwnedEndpoint,
} from "../store/overview.ts";
import type { ServiceContext } from "./context.ts";
import { askLanes } from "./lane-answers.ts";

/** Endpoints that one answer tells of: each takes two calls, and a request may make a thousand. */
export const OVERVIEW_ENDPOINTS_MAX = 200;
export const OVERVIEW_DAYS = 14;
/** Applications and endpoints are counted up to this. */
export const OVERVIEW_COUNT_MAX = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An endpoint that gets nothing but failures, or was disabled because of them. */
export type Attention = {
	application: Application;
	endpoint: Endpoint;
	fail: number;
	waiting: number;
	last: LaneGlance["last"];
};

export type Overview = {
	since: number;
	until: number;
	/** Null but on the first page. */
	counts: OverviewCounts | null;
	days: AttemptCount[];
	last24h: { success: number; fail: number };
	waiting: number;
	retrying: number;
	/** Endpoints whose lanes did not answer in time: they are missing in every number. */
	silent: number;
	attention: Attention[];
	iterator: string | null;
	done: boolean;
};

type Answer = { days: AttemptCount[]; glance: LaneGlance };

/** Tells of so many endpoints, those of the newest applications first; `iterator` leads to the next ones. */
export async function getOverview(ctx: ServiceContext, iterator: string | null): Promise<Overview> {
	const until = Math.floor(ctx.now / DAY_MS + 1) * DAY_MS;
	const since = until - OVERVIEW_DAYS * DAY_MS;
	const hoursFrom = Math.floor(ctx.now / HOUR_MS) * HOUR_MS - DAY_MS + HOUR_MS;
	const most = OVERVIEW_ENDPOINTS_MAX;
	const [rows, counts] = await Promise.all([
		listOrganisationEndpoints(ctx.db, ctx.organisationId, iterator, most + 1),
		iterator === null ? countOrganisation(ctx.db, ctx.organisationId, OVERVIEW_COUNT_MAX) : null,
	]);
	const page = rows.slice(0, most);
	const endpoints = page.map(({ endpoint }) => endpoint);
	const answers = await askLanes(ctx, endpoints, async (lane): Promise<Answer> => {
		const span = { since, until, bucketMs: DAY_MS };
		const [days, glance] = await Promise.all([lane.activity(span), lane.glance(hoursFrom)]);
		return { days, glance };
	});
	const heard = answers.filter((answer) => answer !== null);
	const glances = heard.map(({ glance }) => glance);
	const sum = (of: (glance: LaneGlance) => number) =>
		glances.reduce((total, glance) => total + of(glance), 0);
	return {
		...{ since, until, counts },
		days: addUp(
			heard.flatMap(({ days }) => days),
			since,
		),
		last24h: { success: sum(successesOf), fail: sum(failuresOf) },
		waiting: sum(({ waiting }) => waiting),
		retrying: sum(({ retrying }) => retrying),
		silent: answers.length - heard.length,
		attention: page.flatMap((owned, i) => toAttention(owned, answers[i]?.glance ?? null)),
		iterator: endpoints.at(-1)?.id ?? null,
		done: rows.length <= most,
	};
}

const successesOf = ({ hours }: LaneGlance) =>
	hours.reduce((total, { success }) => total + success, 0);
const failuresOf = ({ hours }: LaneGlance) => hours.reduce((total, { fail }) => total + fail, 0);

function addUp(counts: readonly AttemptCount[], since: number): AttemptCount[] {
	const days = Array.from({ length: OVERVIEW_DAYS }, (_, i) => ({
		at: since + i * DAY_MS,
		success: 0,
		fail: 0,
	}));
	for (const { at, success, fail } of counts) {
		const day = days[Math.floor((at - since) / DAY_MS)];
		if (day === undefined) continue;
		day.success += success;
		day.fail += fail;
	}
	return days;
}

/** What a person disabled or paused is as it should be. */
function toAttention(
	{ endpoint, application }: OwnedEndpoint,
	glance: LaneGlance | null,
): Attention[] {
	const last = glance?.last ?? null;
	const isFailing =
		!endpoint.disabled && glance !== null && last?.failure != null && successesOf(glance) === 0;
	const wasDisabled = endpoint.disabled && endpoint.disabledReason !== null;
	if (!isFailing && !wasDisabled) return [];
	return [
		{
			...{ application, endpoint, last },
			fail: glance === null ? 0 : failuresOf(glance),
			waiting: glance === null ? 0 : glance.waiting + glance.retrying,
		},
	];
}
