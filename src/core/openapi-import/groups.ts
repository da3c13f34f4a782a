// Many things in a few groups, none larger than it may be.

/** In their order; a thing that is too large by itself is a group by itself. */
export function grouped<T>(
	things: readonly T[],
	sizeOf: (thing: T) => number,
	sizeMax: number,
): T[][] {
	const groups: T[][] = [];
	let group: T[] = [];
	let size = 0;
	for (const thing of things) {
		const own = sizeOf(thing);
		if (group.length === 0 || size + own > sizeMax) {
			group = [];
			groups.push(group);
			size = 0;
		}
		group.push(thing);
		size += own;
	}
	return groups;
}
