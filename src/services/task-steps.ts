// One step of each kind of task over an organisation's applications. What is done is in `data`, what is next in its `cursor`.
import { type ApplicationId, seqFrom } from "../core/ids.ts";
import type { TaskData } from "../core/task.ts";
import type { MessageStores } from "../platform/message-store-client.ts";
import { findSubscriptions, listApplicationNames } from "../store/application-pages.ts";
import type { BackgroundTask } from "../store/background-tasks.ts";
import type { Db } from "../store/db.ts";

type StepTools = { db: Db; stores: MessageStores };
type Step = (
	tools: StepTools,
	task: BackgroundTask,
) => Promise<{ data: TaskData; isDone: boolean }>;

const APPLICATIONS_AT_ONCE = 25;
const MESSAGES_AT_ONCE = 2_000;
const PURGES_IN_STEP = 20;
const APPLICATIONS_IN_PAGE = 200;
/** Results beyond are left out, and `isTruncated` says so: a row of the database holds no more. */
const RESULTS_MAX = 5_000;

/** What `createTask` is given; times are epoch milliseconds. `appIds` null: every application. */
export type StatsInput = { since: number; until: number; appIds: ApplicationId[] | null };

type Open = { id: ApplicationId; uid: string | null; from: number; count: number };
type StatsCursor = {
	from: number;
	to: number;
	appIds: ApplicationId[] | null;
	after: string;
	open: Open[];
};
type AppStats = { messageDestinations: number; appId: ApplicationId; appUid: string | null };

export function toStatsData({ since, until, appIds }: StatsInput): TaskData {
	const cursor: StatsCursor = {
		...{ from: seqFrom(since), to: seqFrom(until), after: "", open: [] },
		appIds: appIds === null ? null : [...appIds].sort(),
	};
	return { appStats: [], cursor };
}

export const toPurgeData = (now: number): TaskData => ({
	messagesPurged: 0,
	cursor: { from: 0, to: seqFrom(now) },
});

export const toAggregateData = (): TaskData => ({ event_types: [], cursor: { after: "" } });

export function stepOf({ type }: BackgroundTask): Step {
	switch (type) {
		case "application.purge_content":
			return purge;
		case "application.stats":
			return countUsage;
		case "event-type.aggregate":
			return aggregate;
		case "endpoint.recover":
		case "endpoint.replay":
		case "endpoint.bulk-replay":
			throw new Error(`a task '${type}' belongs to a lane`);
	}
}

async function purge({ stores }: StepTools, { applicationId, data }: BackgroundTask) {
	// safe because `toPurgeData` or this step wrote it
	const { cursor, messagesPurged } = data as {
		cursor: { from: number; to: number };
		messagesPurged: number;
	};
	let [from, purged]: [number | null, number] = [cursor.from, messagesPurged];
	if (applicationId === null) return { data: { messagesPurged: purged }, isDone: true };
	for (let pages = 0; pages < PURGES_IN_STEP && from !== null; pages++) {
		const span = { from, to: cursor.to, limit: MESSAGES_AT_ONCE };
		const page = await stores.of(applicationId).walk("purge", span);
		purged += page.count;
		from = page.next;
	}
	const next = from === null ? {} : { cursor: { ...cursor, from } };
	return { data: { messagesPurged: purged, ...next }, isDone: from === null };
}

/** A page of messages of each of some applications. */
async function countUsage({ db, stores }: StepTools, { organisationId, data }: BackgroundTask) {
	// safe because `toStatsData` or this step wrote it
	const { cursor, appStats: done } = data as { cursor: StatsCursor; appStats: AppStats[] };
	const { from, to } = cursor;
	const wanted = APPLICATIONS_AT_ONCE - cursor.open.length;
	const names = await listApplicationNames(db, organisationId, cursor.after, wanted, cursor.appIds);
	const open = [...cursor.open, ...names.map((name): Open => ({ ...name, from, count: 0 }))];
	const pages = await Promise.all(
		open.map(({ id, from: next }) =>
			stores.of(id).walk("count_destinations", { from: next, to, limit: MESSAGES_AT_ONCE }),
		),
	);
	const appStats = [...done];
	const stillOpen: Open[] = [];
	pages.forEach(({ count, next }, i) => {
		const one = open[i];
		if (one === undefined) return;
		const sum = one.count + count;
		if (next !== null) stillOpen.push({ ...one, from: next, count: sum });
		else appStats.push({ messageDestinations: sum, appId: one.id, appUid: one.uid });
	});
	const after = names.at(-1)?.id ?? cursor.after;
	const isDone = stillOpen.length === 0 && names.length < wanted;
	const result = { ...data, ...truncated("appStats", appStats) };
	return {
		data: withCursor(result, isDone ? null : { ...cursor, after, open: stillOpen }),
		isDone,
	};
}

/** What each application's endpoints ask for. */
async function aggregate({ db }: StepTools, { organisationId, data }: BackgroundTask) {
	// safe because `toAggregateData` or this step wrote it
	const { cursor, event_types: done } = data as {
		cursor: { after: string };
		event_types: object[];
	};
	const limit = APPLICATIONS_IN_PAGE;
	const names = await listApplicationNames(db, organisationId, cursor.after, limit, null);
	const after = names.at(-1)?.id ?? cursor.after;
	const found = await findSubscriptions(db, organisationId, cursor.after, after);
	const results = names.map(({ id }) => {
		const asked = found.filter(({ applicationId }) => applicationId === id);
		const all = asked.flatMap(({ eventTypes }) => eventTypes ?? []);
		return {
			appId: id,
			explicitlySubscribedEventTypes: [...new Set(all)].sort(),
			hasCatchAllEndpoint: asked.some(({ eventTypes }) => eventTypes === null),
		};
	});
	const isDone = names.length < limit;
	const result = { ...data, ...truncated("event_types", [...done, ...results]) };
	return { data: withCursor(result, isDone ? null : { after }), isDone };
}

function truncated(name: string, results: object[]): TaskData {
	if (results.length <= RESULTS_MAX) return { [name]: results };
	return { [name]: results.slice(0, RESULTS_MAX), isTruncated: true };
}

function withCursor({ cursor: _, ...data }: TaskData, cursor: object | null): TaskData {
	return cursor === null ? data : { ...data, cursor };
}
