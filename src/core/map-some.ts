// Many asynchronous calls, some of them at the same time.

/** Maps with up to `atOnce` under way: a slow one keeps only its own place. */
export async function mapSome<T, R>(
	items: readonly T[],
	atOnce: number,
	map: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const rest = items.entries();
	const work = async () => {
		for (const [i, item] of rest) results[i] = await map(item);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
	return results;
}
