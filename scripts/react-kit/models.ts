// The React kit's records, as TypeScript, from the contract of the API.

export type Schema = {
	$ref?: string;
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	anyOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	description?: string;
	deprecated?: boolean;
	[rest: string]: unknown;
};

type Contract = { components: { schemas: Record<string, Schema> } };

/** Those that the kit's hooks take and give. */
const NAMES = [
	"EndpointOut",
	"EndpointIn",
	"EndpointUpdate",
	"EndpointPatch",
	"EndpointHeadersOut",
	"EndpointHeadersIn",
	"EndpointHeadersPatchIn",
	"EndpointSecretOut",
	"EndpointSecretRotateIn",
	"EndpointStats",
	"EventExampleIn",
	"EventTypeOut",
	"MessageOut",
	"MessageAttemptOut",
	"MessageEndpointOut",
	"EndpointMessageOut",
	"StandingOut",
	"LaneOut",
	"AttemptCountOut",
	"CancelIn",
	"CancelOut",
	"BackgroundTaskOut",
	"RecoverIn",
	"ReplayIn",
	"BulkReplayIn",
	"ReplayCountIn",
	"ReplayCountOut",
] as const;

const HEADER = "Written by scripts/build-react.ts from openapi.json: do not edit.\n";

/** The files, by their names: what is answered, and what is sent. */
export function toModels({ components: { schemas } }: Contract): Record<string, string> {
	const chosen = NAMES.map((name): [string, Schema] => {
		const schema = schemas[name];
		if (schema === undefined) throw new Error(`openapi.json has no ${name}`);
		return [name, schema];
	});
	const answered = chosen.filter(([name]) => !isInput(name));
	const sent = chosen.filter(([name]) => isInput(name));
	const answers = answered.map(([, schema]) => schema);
	const times = namesOf(answers, (schema) =>
		JSON.stringify(toType(schema, false)).includes("Date"),
	);
	const free = namesOf(answers, isFree);
	return {
		"models.ts": [
			`// The records that the API answers, and those that it takes. ${HEADER}`,
			'export type * from "./inputs.ts";\n',
			`/** Members that are times: the kit gives them as \`Date\`. */\n${toConstant("TIMES", times)}`,
			`/** Members that hold what the sender or an endpoint wrote: the kit leaves them as they are. */\n${toConstant("FREE", free)}`,
			...toDeclarations(answered),
		].join("\n"),
		"inputs.ts": [`// The records that the API takes. ${HEADER}`, ...toDeclarations(sent)].join(
			"\n",
		),
	};
}

/** As an expression: smaller than a list of texts. */
const toConstant = (name: string, values: string[]): string =>
	`export const ${name} =\n\t/^(${values.join("|")})$/;\n`;

/** What is sent; times in it may also be written as texts. */
const isInput = (name: string): boolean => /In$|Update$|Patch$/.test(name);

/** Any JSON, or members of any name. */
const isFree = ({ type, properties, additionalProperties, $ref, anyOf }: Schema): boolean =>
	anyOf !== undefined
		? anyOf.some(isFree)
		: $ref === undefined &&
			(type === undefined ||
				(type === "object" && properties === undefined) ||
				(typeof additionalProperties === "object" && properties === undefined));

function namesOf(schemas: Schema[], isWanted: (schema: Schema) => boolean): string[] {
	const names = new Set<string>();
	const visit = ({ properties = {}, items, anyOf = [] }: Schema): void => {
		for (const [name, schema] of Object.entries(properties)) {
			if (schema.properties === undefined && schema.items === undefined && isWanted(schema)) {
				names.add(name);
			}
			visit(schema);
		}
		if (items !== undefined) visit(items);
		for (const one of anyOf) visit(one);
	};
	for (const schema of schemas) visit(schema);
	return [...names].sort();
}

const toDeclarations = (records: readonly [string, Schema][]): string[] =>
	records.map(([name, schema], i) => toDeclaration(name, schema, records.slice(0, i)));

function toDeclaration(name: string, schema: Schema, earlier: readonly [string, Schema][]): string {
	const comment = toComment(schema, "");
	const base = earlier.find(([, one]) => has(schema, one));
	const own = base === undefined ? schema : without(schema, base[1]);
	const heritage = base === undefined ? "" : ` extends ${base[0]}`;
	return `${comment}export interface ${name}${heritage} ${toMembers(own, isInput(name), "")}\n`;
}

/** True when all members of another are also this one's, the same. */
function has({ properties = {}, required = [] }: Schema, other: Schema): boolean {
	const members = Object.entries(other.properties ?? {});
	const isSame = ([name, schema]: [string, Schema]) =>
		JSON.stringify(properties[name]) === JSON.stringify(schema) &&
		required.includes(name) === (other.required ?? []).includes(name);
	return members.length > 0 && members.every(isSame);
}

function without(schema: Schema, { properties: other = {} }: Schema): Schema {
	const own = Object.entries(schema.properties ?? {}).filter(([name]) => !(name in other));
	return { ...schema, properties: Object.fromEntries(own) };
}

function toMembers(
	{ properties = {}, required = [] }: Schema,
	isSent: boolean,
	indent: string,
): string {
	const inner = `${indent}\t`;
	const members = Object.entries(properties).map(([name, schema]) => {
		const mark = required.includes(name) ? "" : "?";
		const type = toType(schema, isSent, inner);
		const given = mark === "" ? type : `${type} | undefined`;
		return `${toComment(schema, inner)}${inner}${name}${mark}: ${given};\n`;
	});
	return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

function toComment({ description, deprecated }: Schema, indent: string): string {
	const words = [description, deprecated === true ? "@deprecated" : undefined].filter(
		(word) => word !== undefined,
	);
	return words.length === 0 ? "" : `${indent}/** ${words.join(" ").replaceAll("*/", "*\\/")} */\n`;
}

function toType(schema: Schema, isSent: boolean, indent = ""): string {
	const { $ref, anyOf, type, enum: values, format, items, properties } = schema;
	if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
	if (anyOf !== undefined) return toUnion(anyOf.map((one) => toType(one, isSent, indent)));
	if (values !== undefined) return toUnion(values.map((value) => JSON.stringify(value)));
	if (Array.isArray(type)) {
		return toUnion(type.map((one) => toType({ ...schema, type: one }, isSent, indent)));
	}
	if (type === "string") return format === "date-time" ? (isSent ? "Date | string" : "Date") : type;
	if (type === "integer" || type === "number") return "number";
	if (type === "boolean" || type === "null") return type;
	if (type === "array") return `Array<${toType(items ?? {}, isSent, indent)}>`;
	if (properties !== undefined) return toMembers(schema, isSent, indent);
	if (type === undefined) return "unknown";
	const { additionalProperties } = schema;
	if (typeof additionalProperties !== "object") return "Record<string, unknown>";
	return `Record<string, ${toType(additionalProperties, isSent, indent)}>`;
}

const toUnion = (types: string[]): string => [...new Set(types)].join(" | ");
