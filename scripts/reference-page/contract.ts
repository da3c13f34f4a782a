// The OpenAPI document in the form that the page needs: operations by tag, and named schemas.
import { type Json, toList, toRecord, toText, toTexts } from "./json.ts";
import { readSchema, type Schema } from "./schema.ts";

export type Contract = {
	title: string;
	version: string;
	description: string;
	groups: { name: string; operations: Operation[] }[];
	schemas: ReadonlyMap<string, Schema>;
};

export type Operation = {
	id: string;
	method: string;
	path: string;
	summary: string;
	description: string;
	isDeprecated: boolean;
	needsKey: boolean;
	parameters: Parameter[];
	body: { schema: Schema; isRequired: boolean } | null;
	answers: Answer[];
};

export type Parameter = { name: string; where: string; isRequired: boolean; schema: Schema };
export type Answer = { status: string; description: string; schema: Schema | null };

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

export function readContract(document: unknown): Contract {
	const json = toRecord(document);
	const info = toRecord(json.info);
	const groups = new Map<string, Operation[]>(
		toList(json.tags).map((tag) => [toText(toRecord(tag).name), []]),
	);
	const isGuarded = toList(json.security).length > 0;
	for (const [path, item] of Object.entries(toRecord(json.paths))) {
		for (const method of METHODS) {
			const operation = toRecord(item)[method];
			if (operation === undefined) continue;
			const tag = toTexts(toRecord(operation).tags)[0] ?? "Other";
			const group = groups.get(tag) ?? [];
			group.push(readOperation(toRecord(operation), toRecord(item), method, path, isGuarded));
			groups.set(tag, group);
		}
	}
	return {
		title: toText(info.title) || "API",
		version: toText(info.version),
		description: toText(info.description),
		groups: [...groups]
			.map(([name, operations]) => ({ name, operations }))
			.filter(({ operations }) => operations.length > 0),
		schemas: new Map(
			Object.entries(toRecord(toRecord(json.components).schemas)).map(([name, schema]) => [
				name,
				readSchema(schema),
			]),
		),
	};
}

function readOperation(
	json: Json,
	item: Json,
	method: string,
	path: string,
	isGuarded: boolean,
): Operation {
	const body = toRecord(json.requestBody);
	const bodySchema = contentSchema(body);
	return {
		id: toText(json.operationId) || `${method}${path}`,
		method,
		path,
		summary: toText(json.summary) || `${method.toUpperCase()} ${path}`,
		description: toText(json.description),
		isDeprecated: json.deprecated === true,
		needsKey: json.security === undefined ? isGuarded : toList(json.security).length > 0,
		parameters: [...toList(item.parameters), ...toList(json.parameters)].map(readParameter),
		body: bodySchema && { schema: bodySchema, isRequired: body.required === true },
		answers: Object.entries(toRecord(json.responses)).map(([status, answer]) => ({
			status,
			description: toText(toRecord(answer).description),
			schema: contentSchema(toRecord(answer)),
		})),
	};
}

function readParameter(value: unknown): Parameter {
	const json = toRecord(value);
	const schema = readSchema(json.schema);
	return {
		name: toText(json.name),
		where: toText(json.in),
		isRequired: json.required === true,
		schema: {
			...schema,
			description: toText(json.description) || schema.description,
			isDeprecated: json.deprecated === true || schema.isDeprecated,
		},
	};
}

function contentSchema(json: Json): Schema | null {
	const content = toRecord(json.content);
	const media = toRecord(content["application/json"] ?? Object.values(content)[0]);
	return media.schema === undefined ? null : readSchema(media.schema);
}

/** The first parameter of that name, for what holds of all of them. */
export function findParameter(contract: Contract, name: string): Parameter | null {
	const all = contract.groups.flatMap(({ operations }) =>
		operations.flatMap(({ parameters }) => parameters),
	);
	return all.find((parameter) => parameter.name.toLowerCase() === name) ?? null;
}

/** What each status from 400 on means, in order. */
export function listErrors(contract: Contract): Answer[] {
	const answers = contract.groups
		.flatMap(({ operations }) => operations.flatMap((operation) => operation.answers))
		.filter(({ status }) => Number(status) >= 400 && Number(status) < 500);
	const byStatus = new Map(answers.map((answer) => [answer.status, answer]));
	return [...byStatus.values()].sort((a, b) => Number(a.status) - Number(b.status));
}
