// Values of a description as they were written: names that a language gives objects mean nothing in them.

export type Json = Record<string, unknown>;

/** Which words a schema is written in. OpenAPI 3.1 and later speak JSON Schema 2020-12. */
export type Dialect = "3.0" | "3.1";

export const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** What an object itself holds under a key, never what it inherits. */
export const own = (object: Json, key: string): unknown =>
	Object.hasOwn(object, key) ? object[key] : undefined;

/** The object without some of its keys, in its order. */
export function without(object: Json, ...keys: readonly string[]): Json {
	return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Equal as JSON; the order of an object's keys does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (Array.isArray(a) && Array.isArray(b)) {
		return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
	}
	if (!isObject(a) || !isObject(b)) return a === b;
	const keys = Object.keys(a);
	return (
		keys.length === Object.keys(b).length &&
		keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
	);
}

/** How many lists and objects lie inside each other; `levelsMax` + 1 for any more, or for a circle. */
export function levelsOf(value: unknown, levelsMax: number): number {
	if (typeof value !== "object" || value === null) return 0;
	if (levelsMax === 0) return 1;
	let deepest = 0;
	for (const inner of Object.values(value)) {
		deepest = Math.max(deepest, levelsOf(inner, levelsMax - 1));
		if (deepest === levelsMax) break;
	}
	return deepest + 1;
}
