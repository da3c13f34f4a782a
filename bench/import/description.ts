// An OpenAPI description as a large product has it: many event types over records that refer to each other.

const FIELDS = ["status", "reference", "note", "region", "channel", "source"] as const;
const ACTIONS = [
	...["created", "updated", "deleted", "archived", "restored", "approved", "rejected", "submitted"],
	...["cancelled", "completed", "failed", "expired", "assigned", "shared", "locked", "unlocked"],
	...["imported", "exported", "merged", "split"],
];
const AREAS = ["billing", "shipping", "people", "stock", "support"];
const LINES_SHOWN = 2;

type Schema = Record<string, unknown>;

const text = (description: string, more: Schema = {}) => ({ type: "string", description, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Schema, required: string[] = Object.keys(properties).slice(0, 2)) => ({
	type: "object",
	properties,
	required,
	additionalProperties: false,
});

/** What records of all areas are made of, nested in each other. */
const SHARED: Schema = {
	Money: object({
		amount: { type: "integer", minimum: 0, description: "In the smallest unit." },
		currency: text("ISO 4217", { pattern: "^[A-Z]{3}$", example: "EUR" }),
	}),
	Address: object({
		street: text("With the number.", { maxLength: 200 }),
		city: text("As on a letter."),
		postcode: text("Without spaces.", { maxLength: 12 }),
		country: text("ISO 3166-1", { enum: ["AT", "CH", "DE", "FR", "IT", "NL", "PL", "US"] }),
	}),
	Person: object({
		id: text("Stays the same.", { format: "uuid" }),
		name: text("As people say it."),
		email: text("Checked.", { format: "email", type: ["string", "null"] }),
		addresses: { type: "array", items: ref("Address"), maxItems: 10 },
	}),
	Line: object({
		sku: text("Of the article."),
		quantity: { type: "integer", minimum: 1 },
		price: ref("Money"),
		discounts: {
			type: "array",
			items: { oneOf: [ref("Money"), object({ percent: { type: "number", maximum: 100 } })] },
		},
	}),
	Change: object({
		by: ref("Person"),
		at: text("When it happened.", { format: "date-time" }),
		fields: { type: "array", items: { type: "string" }, uniqueItems: true },
	}),
};

/** As many webhooks as asked for, in groups of one record each. */
export function makeDescription(count: number): object {
	const schemas: Schema = { ...SHARED };
	const webhooks: Schema = {};
	for (let i = 0; i < count; i++) {
		const record = Math.floor(i / ACTIONS.length);
		const area = AREAS[record % AREAS.length] ?? "";
		const action = ACTIONS[i % ACTIONS.length] ?? "";
		const name = `Record${record}`;
		schemas[name] ??= toRecord(record);
		webhooks[`${area}.record${record}.${action}`] = toWebhook(area, name, action);
	}
	return {
		openapi: "3.1.0",
		info: { title: "A large product", version: "1" },
		webhooks,
		components: { schemas },
	};
}

const toRecord = (number: number): Schema => ({
	allOf: [
		ref("Change"),
		{
			type: "object",
			properties: {
				id: text(`Of a record of kind ${number}.`),
				owner: ref("Person"),
				total: ref("Money"),
				lines: { type: "array", items: ref("Line") },
				billTo: { anyOf: [ref("Address"), { type: "null" }] },
				...Object.fromEntries(FIELDS.map((field) => [field, text(`The ${field}, if known.`)])),
			},
			required: ["id", "owner"],
		},
	],
});

const toWebhook = (area: string, name: string, action: string): Schema => ({
	post: {
		summary: `${name} ${action}`,
		description: `A ${name} was ${action}. Sent once for each change, in the order of the changes.`,
		tags: [area],
		requestBody: {
			content: {
				"application/json": {
					schema: object({ type: { const: `${name}.${action}` }, data: ref(name) }),
					example: { type: `${name}.${action}`, data: toExample(name) },
				},
			},
		},
		responses: { "204": { description: "Received" } },
	},
});

const toExample = (name: string) => ({
	id: `${name}_1`,
	by: { id: "5f0c9b1e-6f0a-4d3c-9c1b-0d9d6c1f2a34", name: "Ada Lovelace" },
	at: "2026-01-31T12:00:00Z",
	owner: { id: "0b9e5b6c-1df1-4a8a-8f0e-1f6f5d0a7b21", name: "Grace Hopper" },
	total: { amount: 4200, currency: "EUR" },
	lines: Array.from({ length: LINES_SHOWN }, (_, i) => ({ sku: `A-${i}`, quantity: i + 1 })),
});
