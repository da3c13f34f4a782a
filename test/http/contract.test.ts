import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import openapi from "../../openapi.json" with { type: "json" };
import { toOpenApi } from "../../src/http/openapi.ts";
import { routes } from "../../src/http/routes/index.ts";
import { call, newTarget, type Reply } from "../support/api.ts";
import { expectError, specOf } from "../support/contract.ts";
import { newScene } from "../support/scene.ts";

test("the published contract is the one that the routes make", () => {
	expect(openapi).toEqual(JSON.parse(JSON.stringify(toOpenApi(routes))));
});

test("the contract is served to anybody as JSON", async () => {
	for (const path of ["/openapi.json", "/openapi.json/"]) {
		const reply = await call(null, "GET", path);
		expect(reply.status).toBe(200);
		expect(reply.headers.get("content-type")).toBe("application/json");
		expect(reply.body).toEqual(openapi);
	}
	expectError(await call(null, "POST", "/openapi.json", {}), 405, "method_not_allowed");
});

test("operation ids are unique, and paths have no trailing slash", () => {
	const ids = routes.map((spec) => spec.operationId);
	expect(new Set(ids).size).toBe(ids.length);
	expect(routes.filter((spec) => !/^(\/[a-z{][a-z_{}-]*)+$/.test(spec.path))).toEqual([]);
	const calls = routes.map((spec) => `${spec.method} ${spec.path}`);
	expect(new Set(calls).size).toBe(calls.length);
});

test("every success that a route declares is reached, and nothing else is answered", async () => {
	const { api, params } = await newScene();
	const reached = new Set<string>();
	/** The API checks each reply against its route's declaration. */
	const reach = async (method: string, path: string, body?: unknown): Promise<Reply> => {
		const reply = await api(method, path, body);
		reached.add(`${specOf(method, path).operationId} ${reply.status}`);
		return reply;
	};
	const url = newTarget().url;
	const app = `/app/${params.app_id}`;
	const endpoint = `${app}/endpoint/${params.endpoint_id}`;
	const uid = "customer";

	await reach("POST", "/app", { name: "A", uid });
	await reach("POST", "/app?get_if_exists=true", { name: "A", uid });
	await reach("PUT", "/app/new", { name: "B" });
	await reach("PUT", `/app/${uid}`, { name: "B", uid });
	await reach("PATCH", `/app/${uid}`, { throttleRate: 5 });
	await reach("GET", `/app/${uid}`);
	await reach("GET", "/app");
	await reach("DELETE", `/app/${uid}`);

	await reach("POST", `${app}/endpoint`, { url, channels: ["a"], eventTypes: ["user.created"] });
	await reach("PUT", `${app}/endpoint/new`, { url, headers: { a: "1" } });
	await reach("PUT", endpoint, { url, metadata: { a: "1" } });
	await reach("PATCH", endpoint, { throttleRate: 5 });
	await reach("GET", endpoint);
	await reach("GET", `${app}/endpoint`);
	await reach("PUT", `${endpoint}/headers`, { headers: { a: "1", authorization: "x" } });
	await reach("PATCH", `${endpoint}/headers`, { headers: { b: "2" } });
	await reach("GET", `${endpoint}/headers`);
	await reach("POST", `${endpoint}/secret/rotate`);
	await reach("GET", `${endpoint}/secret`);

	await reach("POST", "/event-type", {
		name: "a",
		schema: {},
		featureFlags: ["f"],
		groupName: "g",
	});
	await reach("PUT", "/event-type/b", { description: "" });
	await reach("PUT", "/event-type/b", { description: "B" });
	await reach("PATCH", "/event-type/b", { deprecated: true });
	await reach("POST", "/event-type/b", { featureFlag: "f" });
	await reach("GET", "/event-type/a");
	await reach("GET", "/event-type?with_content=true");
	await reach("DELETE", "/event-type/b");

	await reach("POST", `${app}/msg`, { eventType: "a", payload: {}, tags: ["t"], channels: ["c"] });
	await reach("GET", `${app}/msg/${params.msg_id}`);
	await reach("GET", `${app}/msg`);
	await reach("GET", `${app}/attempt/msg/${params.msg_id}`);
	await reach("GET", `${app}/attempt/endpoint/${params.endpoint_id}`);
	await reach("GET", `${app}/msg/${params.msg_id}/attempt/${params.attempt_id}`);
	await reach("DELETE", endpoint);
	await reach("GET", "/health");
	await reach("GET", "/health/ping");

	const declared = routes.flatMap((spec) =>
		Object.keys(spec.answers).map((status) => `${spec.operationId} ${status}`),
	);
	// Health is bad only when a part of the platform is down.
	expect([...reached].sort()).toEqual(
		declared.filter((name) => name !== "v1.health.get 503").sort(),
	);
});

test("the API is below its base path only", async () => {
	for (const path of ["/app", "/api/app", "/api/v2/app"]) {
		const response = await exports.default.fetch(`http://edgehook.test${path}`, { method: "POST" });
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ code: "not_found", detail: "No such path" });
	}
});
