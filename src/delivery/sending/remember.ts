// Keeps what an isolate remembers within bounds.

/** Puts an entry behind all others, and forgets the one that was put longest ago when there are too many. */
export function remember<K, V>(map: Map<K, V>, key: K, value: V, entriesMax: number): void {
	map.delete(key);
	map.set(key, value);
	if (map.size <= entriesMax) return;
	for (const oldest of map.keys()) {
		map.delete(oldest);
		return;
	}
}
