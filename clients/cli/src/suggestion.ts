// What somebody may have meant.

const DISTANCE_MAX = 3;

/** The closest of the known words; null when none is close. */
export function closestTo(word: string, known: readonly string[]): string | null {
	const begun = known.find((one) => word.length > 2 && one.startsWith(word));
	if (begun !== undefined) return begun;
	const ranked = known
		.map((one) => ({ one, distance: distanceOf(word, one) }))
		.filter(({ one, distance }) => distance <= DISTANCE_MAX && distance < one.length / 2)
		.sort((a, b) => a.distance - b.distance);
	return ranked[0]?.one ?? null;
}

/** How many letters must be added, left out or changed. */
function distanceOf(a: string, b: string): number {
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [row, letter] of [...a].entries()) {
		const current = [row + 1];
		for (let column = 0; column < b.length; column++) {
			const changed = (previous[column] ?? 0) + (b[column] === letter ? 0 : 1);
			const added = (current[column] ?? 0) + 1;
			const removed = (previous[column + 1] ?? 0) + 1;
			current.push(Math.min(changed, added, removed));
		}
		previous = current;
	}
	return previous[b.length] ?? 0;
}
