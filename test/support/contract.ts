// Holds replies against what their routes declare and what openapi.json publishes.
import { expect } from "vitest";
import openapi from "../../openapi.json" with { type: "json" };
import type { Id } from "../../src/core/ids.ts";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { type Api, newApi, type Reply } from "./api.ts";

type Issue = { loc: (string | number)[]; msg: string; type: string };
type Published = Record<string, Record<string, { responses: Record<string, unknown> }>>;

const published: Published = openapi.paths;
const patterns = routes.map((spec) => ({
	spec,
	pattern: new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
}));

/** An API of a new organisation that fails the test on a reply that its route does not declare. */
export async function newCheckedApi(organisationId?: Id<"org">): Promise<Api> {
	const api = await newApi(organisationId);
	const checked = async (...call: Parameters<Api>): Promise<Reply> => {
		const reply = await api(...call);
		expectDeclared(specOf(call[0], call[1]), reply);
		return reply;
	};
	return Object.assign(checked, { key: api.key });
}

export function specOf(method: string, path: string): AnyRoute {
	const [plain = ""] = path.split("?");
	const found = findSpec(method, plain);
	if (found === undefined) throw new Error(`no route ${method} ${plain}`);
	return found;
}

/** @param path without a query */
export const findSpec = (method: string, path: string): AnyRoute | undefined =>
	patterns.find(({ spec, pattern }) => spec.method === method.toLowerCase() && pattern.test(path))
		?.spec;

export function expectDeclared(spec: AnyRoute, reply: Reply): void {
	const where = `${spec.operationId} answered ${reply.status} ${reply.text}`;
	const operation = published[`/api/v1${spec.path}`]?.[spec.method];
	expect(Object.keys(operation?.responses ?? {}), where).toContain(String(reply.status));
	if (reply.status >= 400) {
		expectErrorShape(reply);
		return;
	}
	const schema = spec.answers[reply.status];
	expect(schema, where).toBeDefined();
	if (schema == null) {
		expect(reply.text, where).toBe("");
		return;
	}
	const { contentType = "application/json" } = spec;
	expect(reply.headers.get("content-type"), where).toBe(contentType);
	if (contentType !== "application/json") {
		expect(schema.parse(reply.text), where).toBe(reply.text);
		return;
	}
	// What is parsed has no fields that the schema does not know.
	expect(schema.parse(reply.body), where).toEqual(reply.body);
}

export function expectErrorShape(reply: Reply): void {
	expect(reply.headers.get("content-type"), reply.text).toBe("application/json");
	if (reply.status !== 422) {
		expect(reply.body, reply.text).toEqual({
			code: expect.stringMatching(/^[a-z_ ]+$/),
			detail: expect.stringMatching(/./),
		});
		return;
	}
	expect(Object.keys(reply.body), reply.text).toEqual(["detail"]);
	expect(reply.body.detail.length, reply.text).toBeGreaterThan(0);
	for (const issue of reply.body.detail as Issue[]) {
		expect(issue).toEqual({
			loc: expect.any(Array),
			msg: expect.stringMatching(/./),
			type: expect.stringMatching(/^[a-z_.]+$/),
		});
		expect(["body", "query", "path", "header"]).toContain(issue.loc[0]);
	}
}

export function expectError(reply: Reply, status: number, code: string, detail?: string): void {
	expectErrorShape(reply);
	expect({ status: reply.status, code: reply.body.code }, reply.text).toEqual({ status, code });
	if (detail !== undefined) expect(reply.body.detail).toBe(detail);
}

/** A 422 that names exactly these fields, in any order; one may have several complaints. */
export function expectIssues(reply: Reply, ...locs: (string | number)[][]): void {
	expectErrorShape(reply);
	expect(reply.status, reply.text).toBe(422);
	const named = new Set((reply.body.detail as Issue[]).map(({ loc }) => loc.join(".")));
	expect([...named].sort(), reply.text).toEqual(locs.map((loc) => loc.join(".")).sort());
}
