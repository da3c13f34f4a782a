// One webhook of a description as an event type: what its post operation says.
import { CONTROL, NAME, NAME_LENGTH_MAX } from "../patterns.ts";
import type { Definitions } from "./definitions.ts";
import { examplesOf, withExamples } from "./examples.ts";
import { type Path, toPointer } from "./pointer.ts";
import { Problem, quoted, type Remark, toRemark } from "./problem.ts";
import { type References, resolved } from "./references.ts";
import type { Schema } from "./schema.ts";
import { type Json, own } from "./values.ts";
import { toWholeSchema } from "./whole-schema.ts";

/** An event type as a description has it; what is undefined there is not said. */
export type DescribedEventType = {
	/** Where in the description, as a JSON Pointer. */
	path: string;
	name: string;
	description: string;
	deprecated: boolean;
	/** Its examples are in it. */
	schema: Schema | null;
	/** Of its schema as JSON and its description, about. */
	chars: number;
	featureFlags: string[] | null | undefined;
	groupName: string | null | undefined;
};

export type Entry = { eventType: DescribedEventType; notes: Remark[] };

export type Description = { references: References; definitions: Definitions };

const METHODS = ["get", "put", "delete", "options", "head", "patch", "trace", "query"];
const FLAGS = ["x-service-feature-flags", "x-svix-feature-flags"];
const GROUP = ["x-service-group-name", "x-svix-group-name"];
const CHARACTERS = "must contain only letters, digits, '-', '_' and '.'";

/** @throws Problem */
export function readEntry(from: Description, key: string, value: unknown, at: Path): Entry {
	const name = toName(key.trim(), at, `the name ${quoted(key)} `);
	const item = resolved(from.references, value, at);
	const others = METHODS.filter((method) => own(item.value, method) !== undefined);
	if (own(item.value, "post") === undefined) {
		const has = others.length === 0 ? "" : `; it has ${others.join(", ")}`;
		throw new Problem(item.at, `must have a post operation${has}`);
	}
	const notes = others.map((method) => toRemark([...item.at, method], "is not read: only post is"));
	const place = [...item.at, "post"];
	const operation = resolved(from.references, own(item.value, "post"), place);
	const body = readBody(from, operation.value, operation.at, notes);
	const said = [operation, item];
	const description = toDescription(said);
	const eventType = {
		path: toPointer(at),
		name,
		description,
		deprecated: own(operation.value, "deprecated") === true,
		schema: body.schema,
		chars: body.chars + description.length,
		featureFlags: toFlags(extension(said, FLAGS)),
		groupName: toGroupName(extension(said, GROUP)),
	};
	return { eventType, notes };
}

export function toName(text: string, at: Path, what = ""): string {
	if (text === "") throw new Problem(at, `${what}must not be empty`);
	if (text.length > NAME_LENGTH_MAX) {
		throw new Problem(at, `${what}must be at most ${NAME_LENGTH_MAX} characters`);
	}
	if (!NAME.test(text)) throw new Problem(at, `${what}${CHARACTERS}`);
	return text;
}

type Said = { value: Json; at: Path };
type Given = { value: unknown; at: Path };

/** The operation's words go before those of the path item around it. */
function toDescription(said: readonly Said[]): string {
	for (const { value, at } of said) {
		for (const word of ["description", "summary"]) {
			const text = own(value, word);
			if (text === undefined || text === null || text === "") continue;
			if (typeof text !== "string") throw new Problem([...at, word], "must be a text");
			if (CONTROL.test(text)) {
				throw new Problem([...at, word], "must not contain control characters");
			}
			return text;
		}
	}
	return "";
}

function extension(said: readonly Said[], words: readonly string[]): Given | undefined {
	for (const { value, at } of said) {
		const word = words.find((each) => Object.hasOwn(value, each));
		if (word !== undefined) return { value: own(value, word), at: [...at, word] };
	}
	return undefined;
}

function toFlags(given: Given | undefined): string[] | null | undefined {
	if (given === undefined || given.value === null) return given === undefined ? undefined : null;
	const list: unknown[] = Array.isArray(given.value) ? given.value : [given.value];
	const flags = list.map((flag) => {
		if (typeof flag === "string") return toName(flag, given.at, `the flag ${quoted(flag)} `);
		throw new Problem(given.at, "must be a list of names");
	});
	return flags.length === 0 ? null : [...new Set(flags)];
}

function toGroupName(given: Given | undefined): string | null | undefined {
	if (given === undefined || given.value === null) return given === undefined ? undefined : null;
	if (typeof given.value !== "string") throw new Problem(given.at, "must be a name");
	return toName(given.value, given.at);
}

function readBody(from: Description, operation: Json, at: Path, notes: Remark[]) {
	const none = { schema: null, chars: 0 };
	const request = own(operation, "requestBody");
	if (request === undefined) return none;
	const body = resolved(from.references, request, [...at, "requestBody"]);
	const given = own(body.value, "content");
	if (given === undefined) return none;
	const content = resolved(from.references, given, [...body.at, "content"]);
	const types = Object.keys(content.value);
	const type = toJsonType(types);
	if (type === null) {
		if (types.length > 0) notes.push(toRemark(content.at, "has no JSON: there is no schema"));
		return none;
	}
	for (const other of types.filter((each) => each !== type)) {
		notes.push(toRemark([...content.at, other], `is not read: ${quoted(type)} is`));
	}
	const media = resolved(from.references, own(content.value, type), [...content.at, type]);
	return readMedia(from, media.value, media.at, notes);
}

function readMedia(from: Description, media: Json, at: Path, notes: Remark[]) {
	const examples = examplesOf(from.references, media, at, notes);
	const given = own(media, "schema");
	if (given === undefined) {
		const schema = withExamples(null, examples);
		return { schema, chars: schema === null ? 0 : JSON.stringify(schema).length };
	}
	const first = from.definitions.read(given, [...at, "schema"]);
	const whole = toWholeSchema(from.definitions, first);
	notes.push(...whole.notes);
	const chars = whole.chars + JSON.stringify(examples).length;
	return { schema: withExamples(whole.schema, examples), chars };
}

/** JSON itself, else what is written in JSON, else what may be. */
function toJsonType(types: readonly string[]): string | null {
	const patterns = [
		/^application\/json\s*(;|$)/i,
		/^[\w.+-]+\/[\w.+-]+\+json\s*(;|$)/i,
		/^(\*|application)\/\*$/,
	];
	for (const pattern of patterns) {
		const found = types.find((type) => pattern.test(type.trim()));
		if (found !== undefined) return found;
	}
	return null;
}
