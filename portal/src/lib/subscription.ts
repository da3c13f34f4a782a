// Which event types an endpoint asks for: names, and groups such as `invoice.*` that hold future ones, too.
import type { EventGroup } from "../../../src/core/event-groups.ts";

/** Names and groups; none means everything. */
export type Entries = readonly string[];
type Group = EventGroup<{ name: string }>;

const GROUP_END = ".*";

export const isGroup = (entry: string): boolean => entry.endsWith(GROUP_END);

const coversName = (entry: string, name: string): boolean =>
	isGroup(entry) ? name.startsWith(entry.slice(0, -1)) : entry === name;

export const isChosen = (entries: Entries, name: string): boolean =>
	entries.some((entry) => coversName(entry, name));

/** The entry that stands for all of a group; null when its event types do not share a beginning. */
export function entryOfGroup({ name, types }: Group): string | null {
	const isShared = name !== "" && types.every((type) => type.name.startsWith(`${name}.`));
	return isShared ? name + GROUP_END : null;
}

export type GroupChoice = "all" | "some" | "none";

/** `all` includes future ones where the group has an entry of its own. */
export function choiceOfGroup(entries: Entries, group: Group): GroupChoice {
	const whole = entryOfGroup(group);
	if (whole !== null && entries.includes(whole)) return "all";
	const count = group.types.filter(({ name }) => isChosen(entries, name)).length;
	if (count === 0) return "none";
	return whole === null && count === group.types.length ? "all" : "some";
}

/** Adds a group as a whole, with one entry where that is possible. */
export function withGroup(entries: Entries, group: Group): string[] {
	const whole = entryOfGroup(group);
	const added = whole === null ? group.types.map(({ name }) => name) : [whole];
	const rest = entries.filter((entry) => whole === null || !coversName(whole, entry));
	return [...new Set([...rest, ...added])];
}

export const withName = (entries: Entries, name: string): string[] =>
	isChosen(entries, name) ? [...entries] : [...entries, name];

/** Takes names out. A group that holds one of them is replaced by the others in it that are known. */
export function withoutNames(
	entries: Entries,
	names: readonly string[],
	known: readonly string[],
): string[] {
	const left = entries.flatMap((entry) => {
		if (!names.some((name) => coversName(entry, name))) return [entry];
		return isGroup(entry) ? known.filter((name) => coversName(entry, name)) : [];
	});
	return [...new Set(left)].filter((entry) => !names.includes(entry));
}

/** Entries that no known event type explains: what is archived, hidden, or a group without members. */
export const foreignEntries = (entries: Entries, known: readonly string[]): string[] =>
	entries.filter((entry) => !known.some((name) => coversName(entry, name)));

export const sameEntries = (a: Entries, b: Entries): boolean =>
	a.length === b.length && a.every((entry) => b.includes(entry));
