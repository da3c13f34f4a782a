// What an import did or would do, for its answer.
import type { Remark } from "../core/openapi-import/problem.ts";
import type { Reading } from "../core/openapi-import/read.ts";
import type { EventType } from "../store/event-types.ts";
import type { Plan, UpdatedEventType } from "./event-type-import-plan.ts";

export type ImportReport = {
	dryRun: boolean;
	/** All that is created or updated, as it is or would be then. */
	modified: EventType[];
	created: string[];
	updated: UpdatedEventType[];
	unchanged: string[];
	archived: string[];
	failed: Remark[];
	notes: Remark[];
	/** True when not all of it is told, because there is too much. */
	isShortened: boolean;
};

/** The answer is kept in one row of the database, to be repeated. */
const BYTES_MAX = 1_800_000;
const LIST_MAX = 1_000;

export function newReport({ failed, notes }: Reading, dryRun: boolean): ImportReport {
	const none = { modified: [], created: [], updated: [], unchanged: [], archived: [] };
	return { ...none, dryRun, failed, notes, isShortened: false };
}

export function merged(report: ImportReport, plan: Plan): ImportReport {
	return {
		...report,
		modified: [...report.modified, ...plan.rows.map(({ row }) => row)],
		created: [...report.created, ...plan.created],
		updated: [...report.updated, ...plan.updated],
		unchanged: [...report.unchanged, ...plan.unchanged],
		failed: [...report.failed, ...plan.failed],
	};
}

/** First without what was and is, then without what changed: what is always told is which and why not. */
export function shortened(report: ImportReport): ImportReport {
	let fitting = report;
	for (const step of STEPS) {
		if (bytesOf(fitting) <= BYTES_MAX) return fitting;
		fitting = { ...step(fitting), isShortened: true };
	}
	return fitting;
}

const STEPS: ((report: ImportReport) => ImportReport)[] = [
	(report) => ({
		...report,
		updated: report.updated.map(({ name, changes }) => ({
			name,
			changes: changes.map(({ before: _, after: __, ...place }) => place),
		})),
	}),
	(report) => ({
		...report,
		updated: report.updated.map(({ name }) => ({ name, changes: [] })),
		notes: [],
	}),
	(report) => ({
		...report,
		archived: report.archived.slice(0, LIST_MAX),
		failed: report.failed.slice(0, LIST_MAX),
	}),
];

/** As in the answer: names of what is modified, not all of it. */
function bytesOf({ modified, ...rest }: ImportReport): number {
	const names = modified.map(({ name }) => name);
	return new TextEncoder().encode(JSON.stringify({ ...rest, names })).length;
}
