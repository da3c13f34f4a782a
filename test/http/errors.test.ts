import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { newApi, newApp } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { bodyFor, pathFor, readScene, type Scene, sharedScenes, titled } from "../support/scene.ts";

const withBody = routes.filter((spec) => spec.body !== undefined);

/** What `call` in api.ts does not do: send bytes, and a body without its type. */
async function post(key: string, path: string, body: BodyInit | null, type?: string) {
	const headers = {
		authorization: `Bearer ${key}`,
		...(type !== undefined && { "content-type": type }),
	};
	const init = { method: "POST", headers, body };
	const response = await exports.default.fetch(`http://edgehook.test/api/v1${path}`, init);
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const sharedScene = sharedScenes();
/** What each scene was before anything was refused there. */
const before = new Map<Scene, unknown>();
async function refusingScene(spec: AnyRoute): Promise<Scene> {
	const scene = await sharedScene(spec);
	if (!before.has(scene)) before.set(scene, await readScene(scene));
	return scene;
}

test.each(titled(withBody))("%s refuses a body that it cannot read", async (_, spec) => {
	const scene = await refusingScene(spec);
	const method = spec.method.toUpperCase();
	const path = pathFor(spec, scene.params);
	const send = (body: string, type = "application/json") =>
		scene.api(method, path, body, { "content-type": type });
	for (const text of ["{", "nothing", "{'a': 1}", '{"a": 1,}', '{"a": 1} x', "NaN", " "]) {
		const reply = await send(text);
		expectIssues(reply, ["body"]);
		expect(reply.body.detail[0].type).toBe("value_error.jsondecode");
	}
	for (const text of ["[]", "5", '"text"', "null", "true"]) {
		expectIssues(await send(text), ["body"]);
	}
	const sound = JSON.stringify(bodyFor(spec));
	for (const type of [
		"text/plain",
		"application/x-www-form-urlencoded",
		"application/jsonx",
		"json",
	]) {
		expectError(await send(sound, type), 415, "unsupported_media_type");
	}
	if (spec.isBodyOptional !== true) {
		expectIssues(await send(""), ["body"]);
		expectIssues(await scene.api(method, path), ["body"]);
	}
});

test.each([
	"application/json",
	"APPLICATION/JSON",
	"application/json; charset=utf-8",
	"application/json ;charset=utf-8",
	"application/merge-patch+json",
])("a body of the type %s is read", async (type) => {
	const { key } = await newApi();
	expect((await post(key, "/app", '{"name": "A"}', type)).status).toBe(201);
});

test("bytes without a type are read as JSON, and must be UTF-8", async () => {
	const { key } = await newApi();
	const sound = new TextEncoder().encode('{"name": "é"}');
	expect((await post(key, "/app", sound)).body.name).toBe("é");
	const broken = Uint8Array.from(sound, (byte) => (byte === 0xa9 ? 0x28 : byte));
	const reply = await post(key, "/app", broken);
	expectIssues(reply, ["body"]);
	expect(reply.body.detail[0]).toMatchObject({
		type: "value_error.jsondecode",
		msg: "must be valid JSON: it is not UTF-8",
	});
});

test("a body beyond the limit is refused, also when its length is not announced", async () => {
	const { key } = await newApi();
	const text = `{"name": "${"x".repeat(100_000)}"}`;
	expectError(await post(key, "/app", text, "application/json"), 413, "payload_too_large");
	const stream = new ReadableStream({
		start(controller) {
			for (const part of text.match(/.{1,1000}/g) ?? []) {
				controller.enqueue(new TextEncoder().encode(part));
			}
			controller.close();
		},
	});
	expectError(await post(key, "/app", stream, "application/json"), 413, "payload_too_large");
});

test("everything that is wrong with path, query and body is named at once", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const reply = await api("POST", `/app/${app}/msg?with_content=x`, { eventType: "", payload: [] });
	expectIssues(reply, ["query", "with_content"], ["body", "eventType"], ["body", "payload"]);
});

test("a field that is missing is told from one that is wrong", async () => {
	const api = await newCheckedApi();
	const missing = await api("POST", "/app", {});
	expect(missing.body.detail).toEqual([
		{ loc: ["body", "name"], msg: "must be given: a text", type: "value_error.missing" },
	]);
	const wrong = await api("POST", "/app", { name: "" });
	expect(wrong.body.detail).toEqual([
		{ loc: ["body", "name"], msg: "must not be empty", type: "value_error" },
	]);
});

test.each(["%", "%zz", "%00", "%2F", "a%2Fb", "é", "😀", "a b", "..%2F..", "x".repeat(5000)])(
	"the name %s in a path is looked for and not found",
	async (name) => {
		const api = await newApi();
		const app = await newApp(api);
		const paths = [`/app/${name}`, `/event-type/${name}`, `/app/${app}/endpoint/${name}`];
		for (const path of [...paths, `/app/${app}/msg/${name}`, `/app/${app}/attempt/msg/${name}`]) {
			expectError(await api("GET", path), 404, "not_found");
		}
	},
);

test("a name in a path may be percent-encoded", async () => {
	const api = await newCheckedApi();
	const { body } = await api("POST", "/app", { name: "A", uid: "a.b-c" });
	expect((await api("GET", "/app/a%2Eb%2Dc")).body).toEqual(body);
	expect((await api("GET", `/app/${body.id.replace("_", "%5F")}`)).body).toEqual(body);
});

test.each([[5], [true], [null], [{}], [[]]])(
	"%j in the place of a text is refused",
	async (value) => {
		for (const spec of withBody.filter(({ operationId }) => operationId.endsWith(".create"))) {
			const scene = await refusingScene(spec);
			const body = bodyFor(spec) ?? {};
			const [field = ""] = Object.keys(body);
			const reply = await scene.api("POST", pathFor(spec, scene.params), {
				...body,
				[field]: value,
			});
			expectIssues(reply, ["body", field]);
		}
	},
);

test("nothing that was refused has changed anything", async () => {
	expect(before.size).toBeGreaterThan(0);
	for (const [scene, was] of before) expect(await readScene(scene)).toEqual(was);
});

test("half of a surrogate pair, which nobody could read again, is refused", async () => {
	const api = await newCheckedApi();
	const half = "a\ud83d";
	expectIssues(await api("POST", "/app", { name: half }), ["body", "name"]);
	expectIssues(await api("POST", "/app", { name: "A", metadata: { a: half } }), [
		"body",
		"metadata",
	]);
	expectIssues(await api("POST", "/app", { name: "A", metadata: { [half]: "a" } }), [
		"body",
		"metadata",
	]);
	expect((await api("POST", "/app", { name: "a🙂" })).body.name).toBe("a🙂");
});

test("a schema may be as deep as schemas are, and no deeper", async () => {
	const api = await newCheckedApi();
	const ask = (levels: number) =>
		api(
			"POST",
			"/event-type",
			`{"name":"a","schema":${'{"a":'.repeat(levels)}{}${"}".repeat(levels)}}`,
		);
	for (const levels of [101, 3_000, 9_000]) expectIssues(await ask(levels), ["body", "schema"]);
	expect((await ask(99)).status).toBe(201);
	expect((await api("GET", "/event-type?with_content=true")).status).toBe(200);
});
