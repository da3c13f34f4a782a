// Tasks that an organisation asks for about its applications: usage, subscriptions, and forgetting all payloads.
import { invalid } from "../core/errors.ts";
import type { ApplicationId } from "../core/ids.ts";
import { findApplication } from "../store/applications.ts";
import type { BackgroundTask } from "../store/background-tasks.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { createTask } from "./organisation-tasks.ts";
import { toAggregateData, toPurgeData, toStatsData } from "./task-steps.ts";

const AT_ONCE = 10;

const asItIs = (task: BackgroundTask): BackgroundTask => task;

export type UsageTask = { task: BackgroundTask; unresolved: string[] };

/** Counts the deliveries of each application's messages of a time span. `names` null: of every application. */
export async function countUsage(
	ctx: ServiceContext,
	span: { since: number; until: number },
	names: string[] | null,
): Promise<UsageTask> {
	if (span.until < span.since) throw invalid(["body", "until"], "must not be before since");
	const found = names === null ? null : await resolve(ctx, names);
	if (found !== null && found.ids.length === 0) {
		throw invalid(["body", "appIds"], "must name at least one application that there is");
	}
	const data = toStatsData({ ...span, appIds: found?.ids ?? null });
	const unresolved = found?.unresolved ?? [];
	return createTask(ctx, { type: "application.stats", data }, (task) => ({ task, unresolved }));
}

async function resolve(ctx: ServiceContext, names: string[]) {
	const ids = new Set<ApplicationId>();
	const unresolved: string[] = [];
	for (let i = 0; i < names.length; i += AT_ONCE) {
		const some = names.slice(i, i + AT_ONCE);
		const found = await Promise.all(
			some.map((name) => findApplication(ctx.db, ctx.organisationId, name)),
		);
		found.forEach((application, j) => {
			if (application === null) unresolved.push(some[j] ?? "");
			else ids.add(application.id);
		});
	}
	return { ids: [...ids], unresolved };
}

/** Collects what each application's endpoints ask for. */
export function aggregateEventTypes(ctx: ServiceContext): Promise<BackgroundTask> {
	return createTask(ctx, { type: "event-type.aggregate", data: toAggregateData() }, asItIs);
}

/** Forgets the payload of every message that was accepted until now; what is not delivered yet will not be. */
export async function expungeAll(ctx: ServiceContext, appIdOrUid: string): Promise<BackgroundTask> {
	const { id } = await getApplication(ctx, appIdOrUid);
	const data = toPurgeData(ctx.now);
	return createTask(ctx, { type: "application.purge_content", data, applicationId: id }, asItIs);
}
