// How commands read lists: some rows, or all.
import type { Api } from "./api.ts";
import type { Option } from "./command.ts";
import { UsageError } from "./errors.ts";
import type { Terminal } from "./terminal.ts";

const ROWS_DEFAULT = 100;

export const listOptions = {
	limit: {
		type: "string",
		value: "N",
		about: `Show at most so many; ${ROWS_DEFAULT} when left out`,
	},
	all: { type: "boolean", about: "Show all" },
} as const satisfies Record<string, Option>;

/** Rows as asked for; says so when there are more. */
export async function readRows<T>(
	api: Api,
	path: string,
	{ limit, all }: { limit: string | undefined; all: boolean | undefined },
	terminal: Terminal,
	query: Record<string, string | undefined> = {},
): Promise<T[]> {
	const rowsMax = all === true ? Number.POSITIVE_INFINITY : toRowsMax(limit);
	const rows: T[] = [];
	for await (const row of api.list<T>(path, rowsMax + 1, query)) rows.push(row);
	if (rows.length <= rowsMax) return rows;
	terminal.note(`Only the first ${rowsMax} are shown; --all shows all.`);
	return rows.slice(0, rowsMax);
}

function toRowsMax(limit: string | undefined): number {
	if (limit === undefined) return ROWS_DEFAULT;
	if (/^[1-9]\d{0,6}$/.test(limit)) return Number(limit);
	throw new UsageError(`--limit must be a whole number from 1; not «${limit}».`);
}
