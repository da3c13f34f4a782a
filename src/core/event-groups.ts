// Event types by group: the given one, else the part of the name before the first period.

export type EventGroup<T> = { name: string; types: T[] };
type Grouped = { name: string; groupName: string | null };

/** Null for a name that has no group. */
export function groupOf({ name, groupName }: Grouped): string | null {
	if (groupName !== null) return groupName;
	const end = name.indexOf(".");
	return end > 0 ? name.slice(0, end) : null;
}

/** In the order of names; what has no group comes last, under the empty name. */
export function groupEventTypes<T extends Grouped>(types: readonly T[]): EventGroup<T>[] {
	const groups = Map.groupBy(types, (type) => groupOf(type) ?? "");
	return [...groups]
		.map(([name, members]) => ({
			name,
			types: members.toSorted((a, b) => a.name.localeCompare(b.name, "en")),
		}))
		.sort(
			(a, b) => Number(a.name === "") - Number(b.name === "") || a.name.localeCompare(b.name, "en"),
		);
}

/** Whether a name or a description has all of the typed words. */
export function matchesWords(type: { name: string; description: string }, typed: string): boolean {
	const text = `${type.name} ${type.description}`.toLowerCase();
	return typed
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}
