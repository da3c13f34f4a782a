// What a $ref means: only what is inside the description; nothing is fetched.
import { decoded, locate, type Path, toPath, valueAt } from "./pointer.ts";
import { Problem, quoted } from "./problem.ts";
import { isObject, type Json, own } from "./values.ts";

const HOPS_MAX = 50;

/** Reads references against one description. */
export type References = {
	document: Json;
	/** @param base the schema with an $id that the reference stands in, else the top */
	target(reference: string, base: Path, at: Path): Path;
};

export function createReferences(document: Json): References {
	let anchors: Map<string, Path> | null = null;
	return {
		document,
		target(reference, base, at) {
			if (!reference.startsWith("#")) {
				const what = "only what is inside the description is read (#/…)";
				throw new Problem(at, `refers to ${quoted(reference)}: ${what}`);
			}
			const path = toPath(reference.slice(1));
			if (path === null) anchors ??= findAnchors(document);
			const found =
				path === null
					? anchors?.get(decoded(reference.slice(1)))
					: locate(document, [...base, ...path]);
			if (found == null) {
				throw new Problem(at, `refers to ${quoted(reference)}, which is not in the description`);
			}
			return found;
		},
	};
}

/** An object that may stand as a reference to another, with where it really is. */
export function resolved(
	references: References,
	value: unknown,
	at: Path,
): { value: Json; at: Path } {
	let found = value;
	let place = at;
	let beside: Json = {};
	for (let hops = 0; hops < HOPS_MAX; hops++) {
		if (!isObject(found)) throw new Problem(place, "must be a JSON object");
		const { $ref: reference, ...rest } = found;
		if (reference === undefined) return { value: { ...found, ...beside }, at: place };
		if (typeof reference !== "string") throw new Problem([...place, "$ref"], "must be a text");
		beside = { ...rest, ...beside };
		place = references.target(reference, [], [...place, "$ref"]);
		found = valueAt(references.document, place);
	}
	throw new Problem(at, "refers to itself without end");
}

/** The first of each name; a name in another schema of its own ($id) is found as well. */
function findAnchors(document: Json): Map<string, Path> {
	const found = new Map<string, Path>();
	const visit = (value: unknown, at: Path): void => {
		if (typeof value !== "object" || value === null) return;
		for (const word of ["$anchor", "$dynamicAnchor"]) {
			const name = isObject(value) ? own(value, word) : undefined;
			if (typeof name === "string" && !found.has(name)) found.set(name, at);
		}
		for (const [key, inner] of Object.entries(value)) visit(inner, [...at, key]);
	};
	visit(document, []);
	return found;
}

/** The innermost schema with an $id on the way to `path`: references inside count from there. */
export function baseOf(document: Json, path: Path): Path {
	for (let length = path.length; length > 0; length--) {
		const value = valueAt(document, path.slice(0, length));
		if (isObject(value) && typeof own(value, "$id") === "string") return path.slice(0, length);
	}
	return [];
}
