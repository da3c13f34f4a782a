// Plausible JSON made from a schema: what a reader would send and get.
import type { Contract } from "./contract.ts";
import { isRecord, type Json } from "./json.ts";
import { inReadingOrder, type Range, type Schema } from "./schema.ts";

const DEPTH_MAX = 6;
const ID = "3QmRkTz7cVbN2xYwLdHsPf9aGu4";
const PREFIXES: [noun: string, prefix: string][] = [
	["MessageAttempt", "atmpt"],
	["Message", "msg"],
	["Application", "app"],
	["Endpoint", "ep"],
];

/** Values by field name; the first that fits the field's schema is taken. */
const SAMPLES: Record<string, unknown[]> = {
	name: ["Acme Inc.", "invoice.paid"],
	uid: ["acme"],
	"Endpoint.uid": ["billing"],
	url: ["https://example.com/webhooks"],
	"EventType.name": ["invoice.paid"],
	"EventType.iterator": ["invoice.paid"],
	"EventType.prevIterator": ["-invoice.paid"],
	description: ["Where invoices go"],
	"EventType.description": ["An invoice was paid in full."],
	eventType: ["invoice.paid"],
	eventTypes: [["invoice.paid"]],
	eventId: ["invoice-1001-paid"],
	payload: [{ invoice: "1001", amount: 4200, currency: "EUR" }],
	groupName: ["billing"],
	metadata: [{ plan: "pro" }],
	headers: [{ "x-tenant": "acme" }],
	responseHeaders: [{ "content-type": "application/json" }],
	response: ['{"ok":true}'],
	responseStatusCode: [200],
	responseDurationMs: [84],
	statusText: ["success"],
	status: [0],
	triggerType: [0],
	attemptNumber: [1],
	key: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
	gracePeriodSeconds: [86400],
	done: [true],
	msgId: [`msg_${ID}`],
	endpointId: [`ep_${ID}`],
	app_id: ["acme"],
	endpoint_id: ["billing"],
	msg_id: [`msg_${ID}`],
	attempt_id: [`atmpt_${ID}`],
	event_type_name: ["invoice.paid"],
};

/** Optional fields that make a request worth sending. */
const WANTED = new Set(["uid", "payload", "description", "gracePeriodSeconds"]);
/** Fields that are mostly null in answers. */
const OFTEN_NULL = new Set([
	"failure",
	"failureReason",
	"nextAttempt",
	"deliverAt",
	"channels",
	"tags",
]);

/** A body to send (`isSent`, optional fields only where they tell something) or an answer (all). */
export function toExample(schema: Schema, contract: Contract, isSent: boolean): unknown {
	return makeValue({ schema, name: "", owner: "", depth: 0 }, contract, isSent);
}

/** A value for a parameter. */
export const toSample = (name: string, schema: Schema): string =>
	String(findSample(name, "", schema) ?? makeSimple(schema));

type Place = { schema: Schema; name: string; owner: string; depth: number };

function makeValue(place: Place, contract: Contract, isSent: boolean): unknown {
	const { schema, name, owner, depth } = place;
	const sample = findSample(name, owner, schema);
	if (sample !== undefined) return sample;
	if (schema.isNullable && (OFTEN_NULL.has(name) || !isSent)) return null;
	if (depth > DEPTH_MAX) return null;
	const inner = (next: Partial<Place>) =>
		makeValue({ ...place, depth: depth + 1, ...next }, contract, isSent);
	const target = schema.ref === null ? undefined : contract.schemas.get(schema.ref);
	if (target !== undefined && schema.ref !== null)
		return inner({ schema: target, owner: schema.ref });
	const [variant] = schema.variants;
	if (variant !== undefined) return inner({ schema: variant });
	if (schema.items !== null) return [inner({ schema: schema.items })];
	if (schema.fields.length === 0) return makeSimple(schema);
	return Object.fromEntries(
		chooseFields(schema, isSent).map((field): [string, unknown] => [
			field.name,
			inner({ schema: field.schema, name: field.name }),
		]),
	);
}

function chooseFields(schema: Schema, isSent: boolean): Schema["fields"] {
	const fields = inReadingOrder(schema.fields).filter(
		(field) => !field.schema.isDeprecated && field.schema.types[0] !== "null",
	);
	if (!isSent) return fields;
	const chosen = fields.filter((field) => field.isRequired || WANTED.has(field.name));
	return chosen.length > 0 ? chosen : fields.slice(0, 1);
}

function findSample(name: string, owner: string, schema: Schema): unknown {
	const bare = owner.replace(/^ListResponse_/, "");
	const prefix = PREFIXES.find(([noun]) => bare.startsWith(noun))?.[1];
	const ids: Record<string, string> =
		prefix === undefined
			? {}
			: {
					id: `${prefix}_${ID}`,
					iterator: `${prefix}_${ID}`,
					prevIterator: `-${prefix}_${ID}`,
				};
	const noun = /^(?:EventType|Endpoint|Application|Message)/.exec(bare)?.[0] ?? "";
	const own = Object.hasOwn(ids, name) ? [ids[name]] : [];
	const named = [`${noun}.${name}`, name].flatMap((key) =>
		Object.hasOwn(SAMPLES, key) ? (SAMPLES[key] ?? []) : [],
	);
	return [...own, ...named].find((value) => fits(value, schema));
}

function fits(value: unknown, schema: Schema): boolean {
	if (schema.choices !== null && !schema.choices.includes(value)) return false;
	const type = Array.isArray(value) ? "array" : isRecord(value) ? "object" : typeof value;
	const types = schema.types.map((each) => (each === "integer" ? "number" : each));
	if (types.length > 0 ? !types.includes(type) : schema.variants.length > 0) return false;
	if (typeof value === "number") return isWithin(value, schema.amount);
	if (isRecord(value)) return schema.fields.length === 0;
	if (typeof value !== "string") return true;
	return (
		isWithin(value.length, schema.length) &&
		schema.format === "" &&
		(schema.pattern === "" || new RegExp(schema.pattern).test(value))
	);
}

const isWithin = (value: number, { min, max }: Range): boolean =>
	value >= (min ?? -Infinity) && value <= (max ?? Infinity);

function makeSimple(schema: Schema): string | number | boolean | Json | null {
	const given = schema.fallback?.value ?? schema.choices?.[0];
	if (typeof given === "string" || typeof given === "number" || typeof given === "boolean") {
		return given;
	}
	switch (schema.types[0]) {
		case "integer":
		case "number":
			return schema.amount.min ?? 0;
		case "boolean":
			return false;
		case "null":
			return null;
		case "string":
			return schema.format === "date-time" ? "2027-01-31T12:00:00.000Z" : "text";
		default:
			return {};
	}
}
