import { expect, test } from "vitest";
import { routes } from "../../src/http/routes/index.ts";
import { type Api, newApp, newTarget, type Reply, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { bodyFor, newScene, pathFor, readScene, titled } from "../support/scene.ts";

/** Neither what nobody's answer is repeated for, nor what ends the token that would repeat it. */
const posts = routes.filter(
	(spec) =>
		spec.method === "post" &&
		spec.access !== "none" &&
		spec.operationId !== "v1.authentication.logout",
);
const MESSAGE = { eventType: "a", payload: { n: 1 } };

/** POST with a key; a made one is like those that client libraries make up. */
function post(api: Api, path: string, body: object | undefined, key: string): Promise<Reply> {
	return api("POST", path, body, { "idempotency-key": key });
}

const newKey = () => crypto.randomUUID();
const answerOf = ({ status, text }: Reply) => ({ status, text });

test.each(titled(posts))(
	"%s takes effect once for a key, and is answered the same again",
	async (_, spec) => {
		for (const key of [newKey(), `auto_${newKey()}`]) {
			const scene = await newScene(spec);
			const path = pathFor(spec, scene.params);
			const body = bodyFor(spec);
			const first = await post(scene.api, path, body, key);
			expect(first.status).toBeLessThan(300);
			const after = await readScene(scene);
			for (const again of [path, `${path}/`]) {
				const reply = await post(scene.api, again, body, key);
				expect(answerOf(reply)).toEqual(answerOf(first));
				expect(reply.headers.get("content-type")).toBe(first.headers.get("content-type"));
			}
			expect(await readScene(scene)).toEqual(after);
		}
	},
);

test("another body with the same key gets the first answer", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const bodies: [string, object, object][] = [
		["/app", { name: "First" }, { name: "Second" }],
		[`/app/${app}/endpoint`, { url: newTarget().url }, { url: newTarget().url }],
		["/event-type", { name: "first" }, { name: "second" }],
		[`/app/${app}/msg`, MESSAGE, { eventType: "b", payload: {} }],
	];
	for (const [path, body, other] of bodies) {
		const key = newKey();
		const first = await post(api, path, body, key);
		expect(answerOf(await post(api, path, other, key))).toEqual(answerOf(first));
	}
	expect((await api("GET", "/event-type")).body.data).toHaveLength(1);
	expect((await api("GET", `/app/${app}/msg`)).body.data).toHaveLength(1);
});

test("without a key, or with another one, a POST takes effect again", async () => {
	const api = await newCheckedApi();
	for (const key of ["", "", newKey(), newKey(), `auto_${newKey()}`]) {
		expect((await post(api, "/app", { name: "A" }, key)).status).toBe(201);
	}
	expect((await api("GET", "/app")).body.data).toHaveLength(5);
	const path = `/app/${await newApp(api)}/msg`;
	for (const key of ["", "", newKey(), newKey()]) await post(api, path, MESSAGE, key);
	expect((await api("GET", path)).body.data).toHaveLength(4);
});

test("a call that failed is not kept: the same key works once the reason is gone", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const path = `/app/${app}/endpoint`;
	const expectRetry = async (
		url: string,
		body: object,
		status: number,
		repair: () => Promise<unknown>,
	) => {
		const key = newKey();
		expect((await post(api, url, body, key)).status).toBe(status);
		expect((await post(api, url, body, key)).status).toBe(status);
		await repair();
		expect((await post(api, url, body, key)).status).toBeLessThan(300);
	};
	await newApp(api, { uid: "u" });
	await expectRetry("/app", { name: "A", uid: "u" }, 409, () => api("DELETE", "/app/u"));
	const endpoint = { url: newTarget().url, uid: "e", eventTypes: ["t"] };
	await expectRetry(path, endpoint, 422, () => api("POST", "/event-type", { name: "t" }));
	await expectRetry("/event-type", { name: "t" }, 409, () => api("DELETE", "/event-type/t"));
	await expectRetry(`${path}/none/secret/rotate`, {}, 404, () =>
		api("PATCH", `${path}/e`, { uid: "none" }),
	);
	await expectRetry("/app/none/msg", MESSAGE, 404, () => newApp(api, { uid: "none" }));
	const bad = newKey();
	expectIssues(await post(api, "/app", {}, bad), ["body", "name"]);
	expect((await post(api, "/app", { name: "A" }, bad)).status).toBe(201);
});

test("tokens and paths do not share keys", async () => {
	const [api, other] = await Promise.all([newCheckedApi(), newCheckedApi()]);
	const key = newKey();
	const uids = ["one", "two"];
	const ids = new Set<string>();
	for (const one of [api, other]) {
		ids.add((await post(one, "/app", { name: "A" }, key)).body.id);
		for (const uid of uids) await newApp(one, { uid });
		for (const uid of uids) ids.add((await post(one, `/app/${uid}/msg`, MESSAGE, key)).body.id);
		for (const uid of uids) {
			const { body } = await post(one, `/app/${uid}/endpoint`, { url: newTarget().url }, key);
			ids.add(body.id);
		}
		ids.add((await post(one, "/app?get_if_exists=true", { name: "A" }, key)).body.id);
	}
	expect(ids.size).toBe(12);
});

test.each(["", "auto_"])(
	"a hundred at once with one key %s make one application",
	async (prefix) => {
		const api = await newCheckedApi();
		const key = prefix + newKey();
		const replies = await Promise.all(
			Array.from({ length: 100 }, (_, i) => post(api, "/app", { name: `App ${i}` }, key)),
		);
		expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
		expect(replies[0]?.status).toBe(201);
		expect((await api("GET", "/app")).body.data).toEqual([replies[0]?.body]);
	},
);

test.each(["", "auto_"])("a hundred at once with one key %s make one message", async (prefix) => {
	const api = await newCheckedApi();
	const [key, target] = [prefix + newKey(), newTarget()];
	await newApp(api, { uid: "a" });
	await api("POST", "/app/a/endpoint", { url: target.url });
	const replies = await Promise.all(
		Array.from({ length: 100 }, (_, n) =>
			post(api, "/app/a/msg", { eventType: "a", eventId: "evt_1", payload: { n } }, key),
		),
	);
	expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
	expect(replies[0]?.status).toBe(202);
	expect((await api("GET", "/app/a/msg")).body.data).toEqual([replies[0]?.body]);
	await until(
		() => api("GET", `/app/a/attempt/msg/${replies[0]?.body.id}`),
		(reply) => reply.body.data.length > 0,
	);
	expect(await target.seen()).toHaveLength(1);
});

test("a hundred at once make one application on the way of one message", async () => {
	const api = await newCheckedApi();
	const key = newKey();
	const body = { ...MESSAGE, application: { name: "A", uid: "a" } };
	const replies = await Promise.all(
		Array.from({ length: 100 }, () => post(api, "/app/a/msg", body, key)),
	);
	expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
	expect((await api("GET", "/app")).body.data).toHaveLength(1);
	expect((await api("GET", "/app/a/msg")).body.data).toEqual([replies[0]?.body]);
});

test("a repeated message keeps whether its first answer had the payload", async () => {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/msg`;
	const key = newKey();
	const first = await post(api, `${path}?with_content=false`, MESSAGE, key);
	expect(first.body.payload).toEqual({});
	expect(answerOf(await post(api, `${path}?with_content=false`, MESSAGE, key))).toEqual(
		answerOf(first),
	);
});

test("a key has at most 256 characters", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	for (const [path, body] of [
		["/app", { name: "A" }],
		[`/app/${app}/msg`, MESSAGE],
	] as const) {
		expect((await post(api, path, body, "k".repeat(256))).status).toBeLessThan(300);
		expectIssues(await post(api, path, body, "k".repeat(257)), ["header", "idempotency-key"]);
	}
});

test("only POST takes a key", async () => {
	const api = await newCheckedApi();
	await newApp(api, { uid: "a" });
	const headers = { "idempotency-key": newKey() };
	for (const name of ["First", "Second"]) {
		expect((await api("PATCH", "/app/a", { name }, headers)).body.name).toBe(name);
		expect((await api("PUT", "/app/a", { name, uid: "a" }, headers)).body.name).toBe(name);
	}
	expect((await api("DELETE", "/app/a", undefined, headers)).status).toBe(204);
	expectError(await api("DELETE", "/app/a", undefined, headers), 404, "not_found");
});
