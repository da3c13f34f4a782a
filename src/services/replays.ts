// Verbs that send many messages of one endpoint again, as background tasks of its lane.
import { DomainError, invalid } from "../core/errors.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import type { ReplayFilter, ReplayKind } from "../core/task.ts";
import { type BackgroundTask, insertTask } from "../store/background-tasks.ts";
import type { Endpoint } from "../store/endpoints.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint } from "./endpoint-access.ts";
import { startInLane, toRunningData } from "./tasks.ts";

const MINUTE_MS = 60_000;
const RECOVER_DAYS_MAX = 14;
/** With a little more, so that exactly 14 days ago still is in time when it arrives. */
const RECOVER_MS_MAX = (RECOVER_DAYS_MAX * 24 * 60 + 5) * MINUTE_MS;

/** Times are epoch milliseconds of the messages; without `until` it is now. */
export type ReplayInput = Omit<ReplayFilter, "from" | "to"> & {
	since: number;
	until: number | null;
};

export async function startReplay(
	ctx: ServiceContext,
	kind: ReplayKind,
	target: { app: string; endpoint: string },
	input: ReplayInput,
): Promise<BackgroundTask> {
	const endpoint = await getEndpoint(ctx, target.app, target.endpoint);
	const filter = toFilter(ctx.now, kind, input);
	assertEnabled(endpoint);
	const task: BackgroundTask = {
		id: newId("qtask", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		applicationId: endpoint.applicationId,
		endpointId: endpoint.id,
		type: kind,
		status: "running",
		data: toRunningData(filter),
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	await ctx.commit([insertTask(ctx.db, task)], task);
	await startInLane(ctx.lanes, task);
	return task;
}

/** Throws a 422 for a time span that this kind of replay does not take. */
export function toFilter(
	now: number,
	kind: ReplayKind,
	{ since, until, ...rest }: ReplayInput,
): ReplayFilter {
	if (since > now) throw invalid(["body", "since"], "must not be in the future");
	if (kind === "endpoint.recover" && since < now - RECOVER_MS_MAX) {
		throw invalid(["body", "since"], `must be at most ${RECOVER_DAYS_MAX} days ago`);
	}
	if (until !== null && until < since) {
		throw invalid(["body", "until"], "must not be before since");
	}
	return { ...rest, from: since, to: Math.min(until ?? now, now) };
}

/** A disabled endpoint gets nothing: whoever asks for it must know. */
export function assertEnabled(endpoint: Endpoint): void {
	if (!endpoint.disabled) return;
	throw new DomainError(
		"endpoint_disabled",
		"The endpoint is disabled and gets nothing; enable it first",
	);
}
