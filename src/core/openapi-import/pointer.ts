// JSON Pointers: how a place in a description is named, and what is there.
import { isObject, own } from "./values.ts";

/** Keys from the top of the description down. */
export type Path = readonly string[];

const HOPS_MAX = 50;

/** @example toPointer(["webhooks", "a/b"]) // "/webhooks/a~1b" */
export function toPointer(path: Path): string {
	return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path in a reference's fragment, which may be percent-encoded; null when it is a name, not a path. */
export function toPath(fragment: string): Path | null {
	const pointer = decoded(fragment);
	if (pointer === "") return [];
	if (!pointer.startsWith("/")) return null;
	return pointer
		.slice(1)
		.split("/")
		.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function decoded(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		// A percent sign that encodes nothing stands for itself.
		return fragment;
	}
}

/** Undefined when nothing is there. */
export function valueAt(document: unknown, path: Path): unknown {
	let value = document;
	for (const key of path) {
		if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
		else value = isObject(value) ? own(value, key) : undefined;
	}
	return value;
}

/** The path of what is meant by one that leads through references; null when it leads nowhere. */
export function locate(document: unknown, path: Path): Path | null {
	let wanted = path;
	for (let hops = 0; hops < HOPS_MAX; hops++) {
		if (valueAt(document, wanted) !== undefined) return wanted;
		const redirected = redirect(document, wanted);
		if (redirected === null) return null;
		wanted = redirected;
	}
	return null;
}

/** Replaces the first part of a path that is a reference by what it refers to. */
function redirect(document: unknown, path: Path): Path | null {
	for (let length = 1; length < path.length; length++) {
		const value = valueAt(document, path.slice(0, length));
		const reference = isObject(value) ? own(value, "$ref") : undefined;
		if (typeof reference !== "string" || !reference.startsWith("#")) continue;
		const target = toPath(reference.slice(1));
		return target === null ? null : [...target, ...path.slice(length)];
	}
	return null;
}
