import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { routes } from "../../src/http/routes/index.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { call, newApi } from "../support/api.ts";
import { expectDeclared, expectError, newCheckedApi } from "../support/contract.ts";
import {
	bodyFor,
	newScene,
	type Params,
	pathFor,
	queryFor,
	readScene,
	type Scene,
	sharedScenes,
	titled,
} from "../support/scene.ts";

const guarded = routes.filter((spec) => spec.access !== "none");
const withParams = guarded.filter((spec) => spec.path.includes("{"));
const paths = [...new Set(routes.map((spec) => spec.path))];

const unknownId = "0".repeat(27);
const nowhere: Params = {
	app_id: `app_${unknownId}`,
	endpoint_id: `ep_${unknownId}`,
	operational_endpoint_id: `ep_${unknownId}`,
	msg_id: `msg_${unknownId}`,
	attempt_id: `atmpt_${unknownId}`,
	event_type_name: "nobody.knows",
	task_id: `qtask_${unknownId}`,
	integ_id: `integ_${unknownId}`,
	key_id: `key_${unknownId}`,
	domain_id: `dom_${unknownId}`,
	organisation_id: `org_${unknownId}`,
};
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** A key after its column has got the time of a moment ago. */
async function newEndedKey(column: "revoked_at" | "expires_at"): Promise<string> {
	const { key } = await newApi();
	const change = env.DB.prepare(`UPDATE api_keys SET ${column} = ?1 WHERE hash = ?2`);
	await change.bind(Date.now() - 1, await sha256Hex(key)).run();
	return key;
}

/** Keys that nothing changes. */
const makeKeys = async () => {
	const ended = [await newEndedKey("revoked_at"), await newEndedKey("expires_at")];
	return { key: (await newApi()).key, ended };
};
let keys: ReturnType<typeof makeKeys> | null = null;
const newKeys = () => {
	keys ??= makeKeys();
	return keys;
};

test.each(titled(guarded))("%s refuses a request without a valid key", async (_, spec) => {
	const { key, ended } = await newKeys();
	const wrong = [
		null,
		"",
		"Bearer",
		"Bearer ",
		key,
		`Basic ${key}`,
		`Bearer ${key} x`,
		`Bearer ${key}x`,
		...ended.map((old) => `Bearer ${old}`),
	];
	for (const authorization of wrong) {
		const headers: Record<string, string> = authorization === null ? {} : { authorization };
		const method = spec.method.toUpperCase();
		const reply = await call(
			null,
			method,
			pathFor(spec, nowhere) + queryFor(spec, nowhere),
			bodyFor(spec),
			headers,
		);
		expectError(reply, 401, "authentication_failed", "Invalid token");
		expectDeclared(spec, reply);
	}
});

test("the scheme's case and spaces before the key do not matter", async () => {
	const { key } = await newApi();
	for (const authorization of [`bearer ${key}`, `BEARER  ${key}`]) {
		expect((await call(null, "GET", "/app", undefined, { authorization })).status).toBe(200);
	}
});

/** One scene for all that is refused: a test behind them shows that nothing changed. */
const makeGuarded = async () => {
	const scene = await newScene();
	const { body: other } = await scene.api("POST", "/app", { name: "Other" });
	scene.params.organisation_id = nowhere.organisation_id ?? "";
	return { scene, other, before: await readScene(scene) };
};
let guardedScene: ReturnType<typeof makeGuarded> | null = null;
const newGuarded = () => {
	guardedScene ??= makeGuarded();
	return guardedScene;
};

test.each(titled(withParams))("%s keeps records of others away", async (_, spec) => {
	const { scene, other } = await newGuarded();
	const stranger = await newCheckedApi();
	const method = spec.method.toUpperCase();

	const query = queryFor(spec, scene.params);
	// PUT on a name that is not known creates, in the organisation of whoever asks.
	const reply = await stranger(method, pathFor(spec, scene.params) + query, bodyFor(spec));
	if (/^v1\.(application|event-type)\.update$/.test(spec.operationId))
		expect(reply.status).toBe(201);
	else if (spec.operationId === "v1.operational-webhook.endpoint.upsert")
		expect(reply.status).toBe(200);
	else if (spec.operationId.startsWith("v1.operator."))
		expectError(reply, 403, "insufficient access");
	else expectError(reply, 404, "not_found");

	if (/\{app_id\}.*\{(endpoint_id|msg_id|integ_id|task_id)\}/.test(spec.path)) {
		const path = pathFor(spec, { ...scene.params, app_id: other.id }) + query;
		const inOther = await scene.api(method, path, bodyFor(spec));
		if (spec.operationId === "v1.endpoint.update") expect(inOther.status).toBe(201);
		else expectError(inOther, 404, "not_found");
	}
});

test("nothing that strangers asked for has changed anything", async () => {
	const { scene, before } = await newGuarded();
	expect(await readScene(scene)).toEqual(before);
});

test("a list of one organisation shows nothing of another", async () => {
	await newScene(routes[0]);
	const stranger = await newCheckedApi();
	for (const path of ["/app", "/event-type", "/operational-webhook/endpoint", "/background-task"]) {
		expect((await stranger("GET", path)).body.data).toEqual([]);
	}
});

/** What answers with JSON. */
const plainRoutes = routes.filter((spec) => spec.isUpgrade !== true);

const shared = sharedScenes();

test.each(titled(plainRoutes))("%s answers the same with a trailing slash", async (_, spec) => {
	const plain = await (spec.method === "get" ? shared(spec) : newScene(spec));
	const slashed = spec.method === "get" ? plain : await newScene(spec);
	const method = spec.method.toUpperCase();
	const ask = ({ api, params }: Scene, end: string) => {
		const path = pathFor(spec, params) + end + queryFor(spec, params);
		return api(method, path, bodyFor(spec, params));
	};
	const reply = await ask(plain, "");
	const other = await ask(slashed, "/");
	expect(reply.status).toBeLessThan(300);
	expect(other.status).toBe(reply.status);
	if (plain === slashed) expect(other.body).toEqual(reply.body);
	else expect(shapeOf(other.body)).toEqual(shapeOf(reply.body));
});

test.each(paths)(
	"%s answers 405 to a method that it does not have, and names those it has",
	async (path) => {
		const { key } = await newKeys();
		const url = pathFor({ path }, nowhere);
		const allowed = routes
			.filter((spec) => new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
			.map((spec) => spec.method.toUpperCase());
		for (const method of METHODS.filter((name) => !allowed.includes(name))) {
			for (const spelling of [url, `${url}/`]) {
				const reply = await call(key, method, spelling, method === "GET" ? undefined : {});
				expectError(reply, 405, "method_not_allowed");
				expect(reply.headers.get("allow")?.split(", ").sort()).toEqual(allowed.sort());
			}
		}
	},
);

test.each(["/", "/nothing", "/app/a/nothing", "/app/a/endpoint/b/c/d", "/../x", "/app//endpoint"])(
	"the unknown path %s is answered 404 in JSON, with and without a key",
	async (path) => {
		const { key } = await newApi();
		for (const method of METHODS) {
			const body = method === "GET" ? undefined : {};
			expectError(await call(key, method, path, body), 404, "not_found");
			expectError(await call(null, method, path, body), 404, "not_found");
		}
	},
);

/** The same value with every leaf replaced by its type. */
function shapeOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shapeOf);
	if (typeof value !== "object" || value === null) return typeof value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
