import { expect, test } from "vitest";
import { parseDescription } from "../../../src/platform/description-text.ts";
import { createChecker, whyNoSchema } from "../../../src/platform/json-schema.ts";
import { CORPUS } from "../../support/openapi-corpus/index.ts";
import { read } from "./tools.ts";

const readText = (text: string) => {
	const parsed = parseDescription(text);
	if ("problem" in parsed) throw new Error(parsed.problem);
	return read(parsed.document);
};

test.each(CORPUS)("$what: every webhook is read", ({ text, names, failed, notes }) => {
	const reading = readText(text);
	expect(reading.failed.map(({ path }) => path)).toEqual(failed);
	expect(reading.eventTypes.map(({ name }) => name)).toEqual(names);
	expect(reading.notes.map(({ path }) => path)).toEqual(notes);
});

type Json = { examples?: unknown[] };

const types = CORPUS.flatMap(({ what, text }) =>
	readText(text).eventTypes.map(({ name, schema }) => ({ what: `${what}, ${name}`, schema })),
);

test.each(types)("$what: a schema of Draft 7, which its examples fit", ({ schema }) => {
	const kept = JSON.parse(JSON.stringify(schema));
	expect(whyNoSchema(kept)).toBeNull();
	const check = createChecker(kept);
	const fitting = { valid: true, errors: [] };
	for (const example of kept.examples ?? []) expect(check(example)).toEqual(fitting);
	let count = kept.examples?.length ?? 0;
	for (const [name, definition] of Object.entries<Json>(kept.definitions ?? {})) {
		const { examples = [] } = definition;
		const part = createChecker({ $ref: `#/definitions/${name}`, definitions: kept.definitions });
		for (const example of examples) expect(part(example)).toEqual(fitting);
		count += examples.length;
	}
	expect(count).toBeGreaterThan(0);
	expect(check({ nothing: "fits" }).valid).toBe(false);
	for (const reference of JSON.stringify(kept).matchAll(/"\$ref":"([^"]*)"/g)) {
		expect(Object.keys(kept.definitions)).toContain(reference[1]?.replace("#/definitions/", ""));
	}
});

test.each([
	["payments, charge.succeeded", "data.amount", 0],
	["payments, charge.succeeded", "data.payment_method.card.last4", "42"],
	["payments, charge.succeeded", "data.customer", 5],
	["source hosting, push", "commits.0.parents.0.id", "x"],
	["source hosting, pull_request", "labels.0.color", 5],
	["messaging, message.sent", "position.0", 91],
	["messaging, message.sent", "position.2", 0],
	["messaging, message.sent", "reply_to.status", "none"],
	["messaging, message.failed", "error_code", undefined],
	["shop, orders.create", "line_items.0.product.price", "1"],
	["shop, orders.create", "line_items.0.quantity", 0],
])("of %s a payload with another %s does not fit", (what, place, value) => {
	const schema = JSON.parse(JSON.stringify(types.find((type) => type.what === what)?.schema));
	const [payload] = structuredClone(schema.examples);
	expect(createChecker(schema)(payload).valid).toBe(true);
	const keys = place.split(".");
	const last = keys.pop() ?? "";
	const inner = keys.reduce((object, key) => object[key], payload);
	if (value === undefined) delete inner[last];
	else inner[last] = value;
	expect(createChecker(schema)(payload).valid).toBe(false);
});
