// Every way to fail, with the exact body of its answer.
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newTarget } from "../support/api.ts";
import { expectErrorShape, newCheckedApi } from "../support/contract.ts";
import { newToken } from "../support/tokens.ts";

const BASE = "http://edgehook.test";

async function newScene() {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "a" });
	const app = (await api("POST", "/app", { name: "A", uid: "taken" })).body.id;
	const own = (await api("POST", `/app/${app}/endpoint`, { url: newTarget().url })).body.id;
	return { key: api.key, token: (await newToken(api, app)).key, app, own };
}

type Scene = Awaited<ReturnType<typeof newScene>>;
type Row = {
	what: string;
	ask: string;
	body?: string;
	type?: string;
	auth?: (scene: Scene) => string | null;
	status: number;
	answer: unknown;
};

const of = (code: string, detail: unknown = expect.stringMatching(/./)) => ({ code, detail });
const fields = (...issues: [string[], string, string?][]) => ({
	detail: issues.map(([loc, msg, type = "value_error"]) => ({ loc, msg, type })),
});
const NOT_FOUND = of("not_found", "Entity not found");
const NO_PATH = of("not_found", "No such path");
const NO_TOKEN = of("authentication_failed", "Invalid token");
const ep = "/api/v1/app/{app}/endpoint/{own}";

const ROWS: Row[] = [
	{
		what: "a span in the future",
		ask: `GET ${ep}/stats?until=2100-01-01T00:00:00Z`,
		status: 400,
		answer: of("invalid_range", "until must not be in the future"),
	},
	{
		what: "no example",
		ask: `POST ${ep}/send-example`,
		body: '{"eventType":"a"}',
		status: 400,
		answer: of("invalid_scheme"),
	},
	{ what: "no key", ask: "GET /api/v1/app", auth: () => null, status: 401, answer: NO_TOKEN },
	{
		what: "a wrong key",
		ask: "GET /api/v1/app",
		auth: () => "Bearer nobody",
		status: 401,
		answer: NO_TOKEN,
	},
	{
		what: "a key that is no Bearer",
		ask: "GET /api/v1/app",
		auth: ({ key }) => `Basic ${key}`,
		status: 401,
		answer: NO_TOKEN,
	},
	{
		what: "a token on what is the organisation's",
		ask: "POST /api/v1/app",
		body: '{"name":"B"}',
		auth: ({ token }) => `Bearer ${token}`,
		status: 403,
		answer: of("insufficient access"),
	},
	{ what: "an unknown name", ask: "GET /api/v1/app/none", status: 404, answer: NOT_FOUND },
	{
		what: "an unknown application of a message",
		ask: "POST /api/v1/app/none/msg",
		body: '{"eventType":"a","payload":{}}',
		status: 404,
		answer: of("not_found", "Application not found"),
	},
	{ what: "an unknown path", ask: "GET /api/v1/nothing", status: 404, answer: NO_PATH },
	{ what: "an unknown version", ask: "POST /api/v2/app", body: "{}", status: 404, answer: NO_PATH },
	{
		what: "two slashes in front",
		ask: "GET //api/v1/app",
		status: 404,
		answer: NO_PATH,
	},
	{ what: "the bare root", ask: "GET /api/", status: 404, answer: NO_PATH },
	{ what: "broken percent-encoding", ask: "GET /api/v1/app/%zz%", status: 404, answer: NOT_FOUND },
	{
		what: "bytes that are no text, encoded",
		ask: "GET /api/v1/app/%ff%fe",
		status: 404,
		answer: NOT_FOUND,
	},
	{
		what: "broken percent-encoding in a query",
		ask: "GET /api/v1/app?iterator=%zz",
		status: 422,
		answer: fields([
			["query", "iterator"],
			"must be the iterator or prevIterator of another page of this list",
		]),
	},
	{
		what: "an unknown method",
		ask: "PATCH /api/v1/app",
		body: "{}",
		status: 405,
		answer: of("method_not_allowed", "Use GET, POST on this path"),
	},
	{
		what: "a method that nobody knows",
		ask: "PROPFIND /api/v1/app",
		status: 405,
		answer: of("method_not_allowed", "Use GET, POST on this path"),
	},
	{
		what: "a uid that is taken",
		ask: "POST /api/v1/app",
		body: '{"name":"B","uid":"taken"}',
		status: 409,
		answer: of("conflict", "An application with that id or uid already exists"),
	},
	{
		what: "an event type that is there",
		ask: "POST /api/v1/event-type",
		body: '{"name":"a"}',
		status: 409,
		answer: of("event_type_exists", "An event type with that name already exists"),
	},
	{
		what: "a huge body",
		ask: "POST /api/v1/app",
		body: `{"name":"${"x".repeat(3_000_000)}"}`,
		status: 413,
		answer: of("payload_too_large"),
	},
	{
		what: "a large payload",
		ask: "POST /api/v1/app/{app}/msg",
		body: `{"eventType":"a","payload":{"a":"${"x".repeat(30_000)}"}}`,
		status: 413,
		answer: of("payload_too_large"),
	},
	{
		what: "another type of body",
		ask: "POST /api/v1/app",
		body: "name=B",
		type: "application/x-www-form-urlencoded",
		status: 415,
		answer: of("unsupported_media_type"),
	},
	{
		what: "malformed JSON",
		ask: "POST /api/v1/app",
		body: '{"name":',
		status: 422,
		answer: fields([
			["body"],
			expect.stringMatching(/^must be valid JSON: ./) as unknown as string,
			"value_error.jsondecode",
		]),
	},
	{
		what: "no body",
		ask: "POST /api/v1/app",
		status: 422,
		answer: fields([["body"], "must be given: a JSON object", "value_error.missing"]),
	},
	{
		what: "no object",
		ask: "POST /api/v1/app",
		body: "[]",
		status: 422,
		answer: fields([["body"], "must be a JSON object"]),
	},
	{
		what: "a message for later",
		ask: "POST /api/v1/app/{app}/msg",
		body: '{"eventType":"a","payload":{},"deliverAt":"2030-01-01T00:00:00Z"}',
		status: 422,
		answer: fields([
			["body", "deliverAt"],
			"is not supported: leave it out, the message is sent at once",
		]),
	},
	{
		what: "several wrong fields",
		ask: "POST /api/v1/app?get_if_exists=x",
		body: '{"uid":"a b"}',
		status: 422,
		answer: fields(
			[["query", "get_if_exists"], "must be true or false"],
			[["body", "name"], "must be given: a text", "value_error.missing"],
			[["body", "uid"], "must contain only letters, digits, '-', '_' and '.'"],
		),
	},
];

test.each(ROWS)("$what: $status", async ({ ask, body, type, auth, status, answer }) => {
	const scene = await newScene();
	const [method = "", path = ""] = ask.split(" ");
	const authorization = auth === undefined ? `Bearer ${scene.key}` : auth(scene);
	const url = BASE + path.replace("{app}", scene.app).replace("{own}", scene.own);
	const response = await exports.default.fetch(url, {
		method,
		headers: {
			...(authorization !== null && { authorization }),
			...(body !== undefined && { "content-type": type ?? "application/json" }),
		},
		...(body !== undefined && { body }),
	});
	const text = await response.text();
	const reply = {
		status: response.status,
		headers: response.headers,
		text,
		body: JSON.parse(text),
	};
	expectErrorShape(reply);
	expect({ status: reply.status, body: reply.body }).toEqual({ status, body: answer });
});

test.each([
	"GET /api/v1/app/a/endpoint/b/transformation",
	"PATCH /api/v1/app/a/endpoint/b/transformation",
	"GET /api/v1/connector",
	"POST /api/v1/connector",
	"GET /api/v1/app/a/destination",
	"GET /api/v1/app/a/poller/b",
	"POST /api/v1/app/a/poller/b/consumer/c/seek",
	"POST /api/v1/app/a/autoconfig",
	"GET /ingest/api/v1/source",
	"POST /ingest/api/v1/source",
	"GET /api/v1/stream",
	"POST /api/v1/auth/stream-logout",
])("%s is not offered: 404 in JSON", async (ask) => {
	const { key } = await newScene();
	const [method = "", path = ""] = ask.split(" ");
	const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
	const body = method === "GET" ? undefined : "{}";
	const response = await exports.default.fetch(BASE + path, { method, headers, body });
	expect(response.headers.get("content-type")).toBe("application/json");
	expect([response.status, await response.json()]).toEqual([404, NO_PATH]);
});
