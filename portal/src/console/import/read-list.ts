// Reads a pasted list of event types: lines of `name|description`, or a list in JSON.
import type { EventTypeOut } from "../../models.ts";
import type { Change, Described, Remark, Row } from "./plan.ts";

export type Entry = Described & { path: string };

const NAME = /^[a-zA-Z0-9\-_.]{1,256}$/;
/** What a JSON list may say of an event type. */
const FIELDS = [
	...["description", "deprecated", "archived", "featureFlags", "groupName"],
	...["schema", "schemas", "example"],
] as const;

/** What can be read, and what cannot, with the line or the place in the list. */
export function readList(text: string): { entries: Entry[]; failed: Remark[] } {
	const isJson = /^\s*[[{]/.test(text);
	const read = isJson ? readJsonList(text) : readLines(text);
	const entries: Entry[] = [];
	const failed: Remark[] = [];
	const seen = new Set<string>();
	for (const entry of read) {
		const problem = problemOf(entry, seen);
		if (problem !== null) failed.push({ path: entry.path, message: problem });
		// safe because without a problem it has a name
		else entries.push(entry as Entry);
		if (typeof entry.name === "string") seen.add(entry.name);
	}
	return { entries, failed };
}

type Read = Partial<Omit<Entry, "path">> & { path: string; problem?: string };

function problemOf({ name, problem }: Read, seen: ReadonlySet<string>): string | null {
	if (problem !== undefined) return problem;
	if (name === undefined || name === "") return "name";
	if (!NAME.test(name)) return "letters";
	return seen.has(name) ? "twice" : null;
}

function readLines(text: string): Read[] {
	return text.split(/\r?\n/).flatMap((line, index) => {
		if (line.trim() === "" || line.trimStart().startsWith("#")) return [];
		const [name = "", ...rest] = line.split("|");
		const description = rest.join("|").trim();
		const path = String(index + 1);
		return [{ path, name: name.trim(), ...(rest.length > 0 && { description }) }];
	});
}

function readJsonList(text: string): Read[] {
	let list: unknown;
	try {
		list = JSON.parse(text);
	} catch {
		return [{ path: "", problem: "json" }];
	}
	// An object of descriptions by name, a page of the API's own list, or one event type.
	if (isObject(list)) list = Array.isArray(list.data) ? list.data : fromObject(list);
	return (Array.isArray(list) ? list : []).map((item: unknown, index): Read => {
		const path = `/${index}`;
		if (typeof item === "string") return { path, name: item.trim() };
		if (!isObject(item) || typeof item.name !== "string") return { path, problem: "name" };
		const given = FIELDS.filter((field) => item[field] !== undefined);
		const fields = Object.fromEntries(given.map((field) => [field, item[field]]));
		return { ...fields, path, name: item.name.trim() };
	});
}

function fromObject(list: Record<string, unknown>): unknown[] {
	if (typeof list.name === "string") return [list];
	return Object.entries(list).map(([name, value]) =>
		isObject(value) ? { ...value, name } : { name, description: String(value ?? "") },
	);
}

/** Beside what there is: new, changed in what the list says, or as it was. */
export function compareList(
	entries: readonly Entry[],
	existing: readonly EventTypeOut[],
): { rows: Row[]; unchanged: string[] } {
	const known = new Map(existing.map((type) => [type.name, type]));
	const rows: Row[] = [];
	const unchanged: string[] = [];
	for (const entry of entries) {
		const before = known.get(entry.name);
		const changes = before === undefined ? [] : changesOf(before, toFields(entry));
		const kind = before === undefined ? "new" : "changed";
		if (before !== undefined && changes.length === 0) unchanged.push(entry.name);
		else rows.push({ name: entry.name, kind, changes, after: toDescribed(entry) });
	}
	return { rows, unchanged };
}

/** What is sent: what the list says, and an archived one comes back unless the list says otherwise. */
export function toFields({ path: _, name: __, ...fields }: Entry): Record<string, unknown> {
	return { archived: false, ...fields };
}

function changesOf(before: EventTypeOut, fields: Record<string, unknown>): Change[] {
	const now: Record<string, unknown> = { ...before, schema: before.schemas?.["1"] ?? null };
	const names = Object.keys(fields).filter(
		(field) => JSON.stringify(now[field] ?? null) !== JSON.stringify(fields[field] ?? null),
	);
	return names.map((field) => ({ field, before: now[field], after: fields[field] }));
}

function toDescribed({ path: _, ...entry }: Entry): Described {
	const { schema } = entry as { schema?: unknown }; // safe because it is only looked at
	const schemas = entry.schemas ?? (schema === undefined ? null : { "1": schema });
	return { ...entry, description: entry.description ?? "", schemas };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
