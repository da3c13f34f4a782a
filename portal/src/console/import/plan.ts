// What an import would do, whichever way it was asked for: rows to choose from, and how to do the chosen ones.
import { request } from "../../lib/api.ts";
import type { ImportReport } from "../../models.ts";

export type Change = ImportReport["updated"][number]["changes"][number];
export type Remark = { path: string; message: string };
export type Kind = "new" | "changed" | "archived";

/** An event type as it would be. */
export type Described = {
	name: string;
	description: string;
	deprecated?: boolean;
	schemas?: Record<string, unknown> | null;
	featureFlags?: string[] | null;
	groupName?: string | null;
};

export type Row = { name: string; kind: Kind; changes: readonly Change[]; after: Described | null };

export type Plan = {
	rows: Row[];
	unchanged: string[];
	failed: Remark[];
	notes: Remark[];
	/** Does the named ones; tells how many are done, and returns what failed. */
	apply: (names: readonly string[], onDone: (count: number) => void) => Promise<Remark[]>;
};

const PATH = "/event-type/import/openapi/";
/** Up to this many are one request, and so done together or not at all. */
const TOGETHER_MAX = 1_000;
const AT_ONCE = 500;

/** Asks what a description would do; nothing is saved. */
export async function planOpenapi(specRaw: string, replaceAll: boolean): Promise<Plan> {
	const ask = async (fields: object) => {
		const body = { specRaw, replaceAll, ...fields };
		return (await request<{ data: ImportReport }>("POST", PATH, { body })).data;
	};
	const report = await ask({ dryRun: true });
	return {
		...toRows(report),
		apply: async (names, onDone) => {
			const failed: Remark[] = [];
			const size = names.length > TOGETHER_MAX ? AT_ONCE : TOGETHER_MAX;
			for (let start = 0; start < names.length; start += size) {
				const only = names.slice(start, start + size);
				const done = await ask({ only });
				// What cannot be read fails each time, and was told in the preview.
				const known = new Set(report.failed.map(({ path }) => path));
				failed.push(...done.failed.filter(({ path }) => !known.has(path)));
				onDone(start + only.length);
			}
			return failed;
		},
	};
}

function toRows(report: ImportReport): Omit<Plan, "apply"> {
	const after = new Map((report.to_modify ?? []).map((type) => [type.name, type]));
	const row = (name: string, kind: Kind, changes: readonly Change[] = []): Row => ({
		...{ name, kind, changes },
		after: after.get(name) ?? null,
	});
	return {
		rows: [
			...report.created.map((name) => row(name, "new")),
			...report.updated.map(({ name, changes }) => row(name, "changed", changes)),
			...report.archived.map((name) => row(name, "archived")),
		],
		unchanged: report.unchanged,
		failed: report.failed,
		notes: report.notes,
	};
}
