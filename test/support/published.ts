// Operations as the published contract has them, and replies held against it.
import { expect } from "vitest";
import openapi from "../../openapi.json" with { type: "json" };
import type { AnyRoute } from "../../src/http/route.ts";
import type { Reply } from "./api.ts";
import { complaints, inline, type Schema } from "./samples.ts";

type Content = { description?: string; content?: Record<string, { schema: unknown }> };
type Operation = {
	parameters: { name: string; in: string; required: boolean; schema: unknown }[];
	requestBody?: Content;
	responses: Record<string, Content>;
};

const JSON_TYPE = "application/json";

export function bodyOf(spec: AnyRoute): Schema | undefined {
	const content = operationOf(spec).requestBody?.content?.[JSON_TYPE];
	return content === undefined ? undefined : inline(content.schema);
}

/** The query as one schema of an object of texts and numbers. */
export function queryOf(spec: AnyRoute): Schema | undefined {
	const parameters = operationOf(spec).parameters.filter((parameter) => parameter.in === "query");
	if (parameters.length === 0) return undefined;
	return {
		type: "object",
		properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, inline(schema)])),
		required: parameters.filter(({ required }) => required).map(({ name }) => name),
	};
}

/** The status is declared, and the body is what was declared for it. */
export function expectPublished(spec: AnyRoute, reply: Reply): void {
	const where = `${spec.operationId} answered ${reply.status} ${reply.text.slice(0, 1000)}`;
	const { responses } = operationOf(spec);
	expect(Object.keys(responses), where).toContain(String(reply.status));
	const content = responses[reply.status]?.content;
	if (content === undefined) {
		expect(reply.text, where).toBe("");
		return;
	}
	const type = reply.headers.get("content-type") ?? "";
	expect(Object.keys(content), where).toContain(type);
	const value: unknown = type === JSON_TYPE ? reply.body : reply.text;
	expect(complaints(inline(content[type]?.schema), value), where).toEqual([]);
}

function operationOf({ method, path }: AnyRoute): Operation {
	const paths: Record<string, Record<string, Operation>> = openapi.paths;
	const operation = paths[`/api/v1${path}`]?.[method];
	if (operation === undefined) throw new Error(`openapi.json lacks ${method} ${path}`);
	return operation;
}
