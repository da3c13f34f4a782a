// Schemas that are referred to: each is read once, under one name, for all that refer to it.
import { SAME_VALUE } from "./keywords.ts";
import { type Path, toPointer, valueAt } from "./pointer.ts";
import { Problem, type Remark, toRemark } from "./problem.ts";
import { baseOf, type References } from "./references.ts";
import { type Schema, type Surroundings, toSchema } from "./schema.ts";
import { type Dialect, isObject, levelsOf, own } from "./values.ts";

/** What keeps a value from being a schema of Draft 7, in a sentence; null when it is one. */
export type SchemaJudge = (schema: unknown) => string | null;

/** A schema without those it refers to. */
export type Part = {
	schema: Schema;
	at: Path;
	/** Names of the definitions that it refers to. */
	refers: ReadonlySet<string>;
	/** Those of them that are held against the same value as it. */
	sameValue: ReadonlySet<string>;
	notes: readonly Remark[];
	/** Of its JSON text. */
	chars: number;
};

export type Definitions = {
	/** @throws Problem when it cannot be read */
	get(name: string): Part;
	/** Reads a schema that nobody refers to. */
	read(value: unknown, at: Path): Part;
};

/** One row of the database holds a schema, with room for what is around it. */
export const SCHEMA_CHARS_MAX = 500_000;
/** Room for what is put around a part: the whole schema, and its examples. */
const LEVELS_MAX = 96;

export function createDefinitions(
	references: References,
	dialect: Dialect,
	judge: SchemaJudge,
): Definitions {
	const names = createNames(references.document);
	const known = new Map<string, Part | Problem>();

	const read = (value: unknown, at: Path): Part => {
		const refers = new Set<string>();
		const notes: Remark[] = [];
		const defineAt = (path: Path): string => {
			const name = names.nameOf(path);
			refers.add(name);
			return name;
		};
		const around: Surroundings = {
			dialect,
			defineAt,
			define: (reference, base, place) => defineAt(targetOf(references, reference, base, place)),
			note: (place, message) => notes.push(toRemark(place, message)),
		};
		const schema = toSchema(value, at, baseOf(references.document, at), around);
		assertLevels(schema, at);
		const chars = JSON.stringify(schema).length;
		if (chars > SCHEMA_CHARS_MAX) {
			throw new Problem(at, `is larger than ${SCHEMA_CHARS_MAX} characters`);
		}
		assertSchema(schema, refers, at, judge);
		return { schema, at, refers, sameValue: sameValueRefers(schema), notes, chars };
	};

	const make = (name: string): Part | Problem => {
		const at = names.pathOf(name);
		try {
			return read(valueAt(references.document, at), at);
		} catch (error) {
			if (error instanceof Problem) return error;
			throw error;
		}
	};

	return {
		read,
		get(name) {
			const part = known.get(name) ?? make(name);
			known.set(name, part);
			if (part instanceof Problem) throw part;
			return part;
		},
	};
}

function targetOf(references: References, reference: string, base: Path, at: Path): Path {
	const path = references.target(reference, base, at);
	if (path.length > 0) return path;
	throw new Problem(at, "refers to the whole description, which is no schema");
}

function assertLevels(schema: Schema, at: Path): void {
	if (levelsOf(schema, LEVELS_MAX) <= LEVELS_MAX) return;
	throw new Problem(at, `has more than ${LEVELS_MAX} levels`);
}

function assertSchema(
	schema: Schema,
	refers: ReadonlySet<string>,
	at: Path,
	judge: SchemaJudge,
): void {
	// What it refers to is judged by itself: here it only has to be there.
	const definitions = Object.fromEntries([...refers].map((name) => [name, true]));
	const why = judge(isObject(schema) && refers.size > 0 ? { ...schema, definitions } : schema);
	if (why !== null) throw new Problem(at, `is no JSON Schema (Draft 7): ${why}`);
}

/** Those under `components/schemas` keep their names, whatever else is called the same. */
function createNames(document: References["document"]) {
	const names = new Map<string, string>();
	const paths = new Map<string, Path>();
	const nameOf = (path: Path): string => {
		const pointer = toPointer(path);
		const known = names.get(pointer);
		if (known !== undefined) return known;
		const plain = (path.at(-1) ?? "").replaceAll(/[^A-Za-z0-9._-]/g, "_") || "_";
		let name = plain;
		for (let number = 2; paths.has(name); number++) name = `${plain}_${number}`;
		names.set(pointer, name);
		paths.set(name, path);
		return name;
	};
	for (const name of Object.keys(toObject(valueAt(document, ["components", "schemas"])))) {
		nameOf(["components", "schemas", name]);
	}
	return { nameOf, pathOf: (name: string): Path => paths.get(name) ?? [] };
}

const toObject = (value: unknown) => (isObject(value) ? value : {});

/** The one definition that a schema is nothing but a reference to; null for any other schema. */
export function aliasOf(schema: Schema): string | null {
	if (!isObject(schema)) return null;
	const reference = own(schema, "$ref");
	return typeof reference === "string" ? reference.replace("#/definitions/", "") : null;
}

function sameValueRefers(schema: unknown, found: Set<string> = new Set()): Set<string> {
	if (!isObject(schema)) return found;
	const alias = aliasOf(schema);
	if (alias !== null) found.add(alias);
	for (const word of SAME_VALUE) {
		const inner = own(schema, word);
		for (const each of Array.isArray(inner) ? inner : [inner]) sameValueRefers(each, found);
	}
	return found;
}
