import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import openapi from "../../openapi.json" with { type: "json" };
import { toOpenApi } from "../../src/http/openapi.ts";
import { routes } from "../../src/http/routes/index.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { call, newTarget, type Reply } from "../support/api.ts";
import { expectError, newCheckedApi, specOf } from "../support/contract.ts";
import { newScene } from "../support/scene.ts";
import { asToken, linkOf } from "../support/tokens.ts";

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

const OPERATOR_CALLS = [
	["GET", "/operator/delivery", undefined],
	["PUT", "/operator/delivery", { paused: false }],
	["GET", "/operator/dead-letter", undefined],
	["GET", "/operator/organisation", undefined],
	["POST", "/operator/organisation", { name: "A" }],
	["POST", `/operator/organisation/${FIRST_ORGANISATION}/api-key`, { name: "A" }],
] as const;

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

	const operator = await newCheckedApi(FIRST_ORGANISATION);
	for (const [method, path, body] of OPERATOR_CALLS) {
		const reply = await operator(method, path, body);
		reached.add(`${specOf(method, path).operationId} ${reply.status}`);
	}
	const operate = async (method: string, path: string, body?: object) => {
		const reply = await operator(method, path, body);
		reached.add(`${specOf(method, path).operationId} ${reply.status}`);
	};
	const domains = "/environment/domain";
	const domain = await reach("POST", domains, { hostname: "a.example", serves: "portal" });
	const other = await reach("POST", domains, { hostname: "b.example", serves: "catalog" });
	await reach("GET", domains);
	await reach("GET", `${domains}/${domain.body.id}`);
	await reach("POST", `${domains}/${domain.body.id}/verify`);
	await reach("DELETE", `${domains}/${domain.body.id}`);
	await operate("GET", "/operator/domain");
	await operate("PUT", `/operator/domain/${other.body.id}`, { active: false });
	await operate("DELETE", `/operator/domain/${other.body.id}`);
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
	await reach("GET", `${app}/endpoint-overview?search=http&status=enabled&order=ascending`);
	await reach("PUT", `${endpoint}/headers`, { headers: { a: "1", authorization: "x" } });
	await reach("PATCH", `${endpoint}/headers`, { headers: { b: "2" } });
	await reach("GET", `${endpoint}/headers`);
	await reach("POST", `${endpoint}/secret/rotate`);
	await reach("GET", `${endpoint}/secret`);
	await reach("POST", `${endpoint}/pause`);
	await reach("POST", `${endpoint}/resume`);

	const own = `/operational-webhook/endpoint/${params.operational_endpoint_id}`;
	await reach("POST", "/operational-webhook/endpoint", { url, eventTypes: ["endpoint.created"] });
	await reach("PUT", own, { url, uid: "own", throttleRate: 5 });
	await reach("GET", own);
	await reach("GET", "/operational-webhook/endpoint");
	await reach("PUT", `${own}/headers`, { headers: { a: "1" } });
	await reach("GET", `${own}/headers`);
	await reach("POST", `${own}/secret/rotate`);
	await reach("GET", `${own}/secret`);
	await reach("DELETE", own);

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
	await reach("POST", "/event-type/import/openapi", { spec: { openapi: "3.1.0", webhooks: {} } });

	const message = { eventType: "a", payload: {}, tags: ["t"], channels: ["c"] };
	await reach("POST", `${app}/msg?check_schema=true`, message);
	await reach("POST", `${app}/msg/precheck/active`, { eventType: "a" });
	await reach("GET", `${app}/msg/${params.msg_id}`);
	await reach("GET", `${app}/msg`);
	await reach("GET", `${app}/attempt/msg/${params.msg_id}`);
	await reach("GET", `${app}/attempt/endpoint/${params.endpoint_id}?with_msg=true`);
	await reach("GET", `${endpoint}/msg?expanded_statuses=true`);
	await reach("GET", `${app}/msg/${params.msg_id}/attempt`);
	await reach("GET", `${app}/msg/${params.msg_id}/endpoint/${params.endpoint_id}/attempt`);
	await reach("GET", `${app}/msg/${params.msg_id}/attempt/${params.attempt_id}`);
	await reach("GET", `${app}/msg/${params.msg_id}/attempt/${params.attempt_id}/headers`);
	await reach("GET", `${app}/msg/${params.msg_id}/raw`);
	const tail = await exports.default.fetch(`http://edgehook.test/api/v1${app}/tail`, {
		headers: { authorization: `Bearer ${api.key}`, upgrade: "websocket" },
	});
	tail.webSocket?.accept();
	tail.webSocket?.close();
	reached.add(`v1.message.tail ${tail.status}`);
	await reach("GET", `${app}/msg/${params.msg_id}/endpoint`);
	await reach("GET", `${app}/message-standing?ids=${params.msg_id}`);
	await reach("POST", `${app}/msg/${params.msg_id}/endpoint/${params.endpoint_id}/cancel`);
	await reach("GET", `${endpoint}/stats`);
	await reach("GET", `${endpoint}/lane`);
	await reach("GET", `${app}/activity?period=day&endpointId=${params.endpoint_id}`);
	await reach("POST", `${endpoint}/cancel`);
	const since = new Date(Date.now() - 60_000).toISOString();
	await reach("POST", `${endpoint}/recover`, { since });
	await reach("POST", `${endpoint}/replay-missing`, { since, until: null });
	await reach("POST", `${endpoint}/bulk-replay`, { since, eventTypes: ["a"], tag: "t", status: 0 });
	await reach("POST", `${endpoint}/replay-count`, { kind: "recover", since });
	await reach("POST", `${endpoint}/test-attempt`, { eventType: "a", payload: {} });
	await reach("POST", `${endpoint}/send-example`, { eventType: "svix.ping" });
	await reach("POST", `${app}/msg/${params.msg_id}/endpoint/${params.endpoint_id}/resend`);
	await reach("GET", "/background-task?status=running&task=endpoint.recover");
	await reach("GET", `${app}/background-task?task=endpoint.replay`);
	await reach("GET", `${app}/background-task/${params.task_id}`);
	await reach("POST", `${app}/background-task/${params.task_id}/cancel`);
	await reach("GET", `/background-task/${params.task_id}`);
	await reach("POST", `/background-task/${params.task_id}/cancel`);
	await reach("DELETE", `${app}/msg/${params.msg_id}/attempt/${params.attempt_id}/content`);
	await reach("DELETE", `${app}/msg/${params.msg_id}/content`);
	await reach("POST", `${app}/msg/expunge-all-contents`);
	await reach("POST", "/stats/usage/app", { since, until: since, appIds: [params.app_id, "none"] });
	await reach("PUT", "/stats/usage/event-types");
	const { body: exported } = await reach("POST", "/environment/export");
	await reach("POST", "/environment/import", exported);
	await reach("PUT", "/environment/settings", { displayName: "A", isCatalogPublic: true });
	await reach("PATCH", "/environment/settings", { colorPaletteDark: { primary: "#000000" } });
	await reach("GET", "/environment/settings");
	await reach("POST", `${app}/msg/bulk-expunge`, { ids: [params.msg_id, "nothing"] });
	await reach("DELETE", endpoint);

	await reach("POST", `${app}/integration`, { name: "A", featureFlags: ["f"] });
	await reach("GET", `${app}/integration`);
	const integration = `${app}/integration/${params.integ_id}`;
	await reach("PUT", integration, { name: "B", featureFlags: [] });
	await reach("GET", integration);
	await reach("POST", `${integration}/key/rotate`);
	await reach("DELETE", integration);
	await reach("POST", "/api-key", { name: "A", expiresAt: "2100-01-01T00:00:00Z" });
	await reach("GET", "/api-key");
	await reach("PATCH", `/api-key/${params.key_id}`, { name: "B", expiresAt: null });
	await reach("GET", `/api-key/${params.key_id}`);
	await reach("DELETE", `/api-key/${params.key_id}`);
	const { body: access } = await reach("POST", `/auth/app-portal-access/${params.app_id}`, {});
	await reach("POST", `/auth/dashboard-access/${params.app_id}`);
	await reach("POST", "/auth/one-time-token", { oneTimeToken: linkOf(access.url) });
	await reach("GET", `${app}/portal`);
	await reach("GET", "/auth/whoami");
	await reach("GET", "/environment/overview");
	const logout = await asToken(access.token)("POST", "/auth/logout");
	reached.add(`v1.authentication.logout ${logout.status}`);
	await reach("POST", `/auth/app/${params.app_id}/expire-all`, { expiry: 60, sessionIds: ["a"] });
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
