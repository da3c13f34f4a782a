// The event types of an OpenAPI description: every entry by itself, so that a wrong one spoils no other.
import { createDefinitions, type SchemaJudge } from "./definitions.ts";
import { type DescribedEventType, type Description, readEntry } from "./entry.ts";
import type { Path } from "./pointer.ts";
import { Problem, quoted, type Remark, toRemark } from "./problem.ts";
import { createReferences } from "./references.ts";
import { type Dialect, isObject, type Json, own } from "./values.ts";

export const WEBHOOKS_MAX = 3_000;
/** Of all schemas together, each with what it refers to. */
export const CHARS_MAX = 20_000_000;
const LEVELS_MAX = 100;
const NOTES_MAX = 1_000;
const VALUES_MAX = 3_000_000;

export type Reading = {
	eventTypes: DescribedEventType[];
	failed: Remark[];
	notes: Remark[];
	/** Names of entries that failed, too: what is in the description is not gone from it. */
	names: ReadonlySet<string>;
};

/** @throws Problem when it is no description with webhooks */
export function readEventTypes(document: unknown, judge: SchemaJudge): Reading {
	assertBounds(document);
	if (!isObject(document)) throw new Problem([], "must be an OpenAPI description: an object");
	const notes = createNotes();
	const dialect = readDialect(document, notes);
	const { webhooks, at } = findWebhooks(document, dialect, notes);
	const references = createReferences(document);
	const definitions = createDefinitions(references, dialect, judge);
	const reading: Open = { eventTypes: [], failed: [], notes, names: new Set() };
	readAll({ references, definitions }, webhooks, at, reading);
	return { ...reading, notes: notes.all() };
}

type Notes = ReturnType<typeof createNotes>;
type Open = Omit<Reading, "notes" | "names"> & { notes: Notes; names: Set<string> };

/** Each once: what many entries refer to is noted with all of them. */
function createNotes() {
	const kept = new Map<string, Remark>();
	let isMore = false;
	return {
		add(note: Remark): void {
			const key = `${note.path} ${note.message}`;
			if (kept.size < NOTES_MAX) kept.set(key, note);
			else isMore ||= !kept.has(key);
		},
		all: (): Remark[] => [
			...kept.values(),
			...(isMore ? [toRemark([], `has more to note than ${NOTES_MAX} places`)] : []),
		],
	};
}

function readAll(from: Description, webhooks: Json, at: Path, reading: Open): void {
	let charsLeft = CHARS_MAX;
	for (const [key, value] of Object.entries(webhooks)) {
		// Words of the description's own, not of its webhooks.
		if (key.startsWith("x-") && !isObject(value)) continue;
		const place = [...at, key];
		const name = key.trim();
		const isRepeated = reading.names.has(name);
		reading.names.add(name);
		try {
			if (isRepeated) throw new Problem(place, `the name ${quoted(name)} is there twice`);
			// When one was too much, none after it is even read.
			const entry = charsLeft < 0 ? null : readEntry(from, key, value, place);
			charsLeft -= entry?.eventType.chars ?? 0;
			if (entry === null || charsLeft < 0) {
				throw new Problem(place, "is too much for one import: import it in parts");
			}
			reading.eventTypes.push(entry.eventType);
			for (const note of entry.notes) reading.notes.add(note);
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			reading.failed.push(toRemark(error.at, error.message));
		}
	}
}

function readDialect(document: Json, notes: Notes): Dialect {
	const version = own(document, "openapi");
	if (version === undefined && own(document, "swagger") === undefined) {
		const is31 = own(document, "webhooks") !== undefined;
		const read = is31 ? "3.1" : "3.0";
		notes.add(toRemark(["openapi"], `is not there: it is read as OpenAPI ${read}`));
		return read;
	}
	if (typeof version === "string" && /^3\.\d+(\.|$)/.test(version)) {
		return /^3\.0(\.|$)/.test(version) ? "3.0" : "3.1";
	}
	throw new Problem(["openapi"], 'must be a version of OpenAPI 3, for example "3.1.0"');
}

function findWebhooks(document: Json, dialect: Dialect, notes: Notes) {
	const words = dialect === "3.1" ? ["webhooks", "x-webhooks"] : ["x-webhooks", "webhooks"];
	const there = words.filter((word) => own(document, word) != null);
	const [word, ...others] = there;
	if (word === undefined) throw new Problem([], "must have webhooks (in OpenAPI 3.0 x-webhooks)");
	for (const other of others) notes.add(toRemark([other], `is not read: ${word} is`));
	const webhooks = own(document, word);
	if (!isObject(webhooks)) throw new Problem([word], "must be an object of webhooks by name");
	const count = Object.keys(webhooks).length;
	if (count > WEBHOOKS_MAX) {
		throw new Problem(
			[word],
			`has ${count} webhooks: at most ${WEBHOOKS_MAX} can be imported at once`,
		);
	}
	return { webhooks, at: [word] };
}

/** A few lines of YAML can stand for more values than anybody can read, or for a circle. */
function assertBounds(document: unknown): void {
	const waiting: [unknown, number][] = [[document, 1]];
	let values = 0;
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const [value, level] = next;
		if (typeof value !== "object" || value === null) continue;
		if (level > LEVELS_MAX) {
			throw new Problem([], `must not have more than ${LEVELS_MAX} levels, or contain itself`);
		}
		const inner = Object.values(value);
		values += inner.length;
		if (values > VALUES_MAX) throw new Problem([], `must not have more than ${VALUES_MAX} values`);
		for (const each of inner) waiting.push([each, level + 1]);
	}
}
