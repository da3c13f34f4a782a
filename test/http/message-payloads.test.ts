import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

async function newSender() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget();
	await api("POST", `${app}/endpoint`, { url: target.url });
	return { api, path: `${app}/msg`, target };
}

test.each([
	["numbers and the order of keys", '{"n": 12345678901234567890, "x": 1.0, "b": 1, "a": 2}'],
	["nothing", "{}"],
	["only space", "{ \t\r\n }"],
	["keys that are numbers, and one twice", '{"2":1,"1":2,"2":3}'],
	["numbers beyond all bounds", '{"e":1E400,"z":-0,"f":0.1000}'],
	["escapes and brackets in texts", '{"t":"\\u00e9é\\/\\"}{][,","☃":"\\ud83d\\ude00😀"}'],
	["its own field names", '{"payload":{"payload":1},"data":{"__proto__":[{}]}}'],
	["what a replacement takes for its own", '{"$&":"$1 $$ $`","uuid:0":"\\\\"}'],
	["many levels", `{"deep":${"[".repeat(3000)}${"]".repeat(3000)}}`],
])("a payload with %s arrives everywhere as it was written", async (_, payload) => {
	const { api, path, target } = await newSender();
	const sent = await api("POST", path, `{"eventType": "a", "payload": ${payload} , "tags": null}`);
	expect(sent.status).toBe(202);
	const read = await api("GET", `${path}/${sent.body.id}`);
	const list = await api("GET", path);
	for (const reply of [sent, read, list]) expect(reply.text).toContain(`"payload":${payload},"`);
	expect(read.text).toBe(sent.text);
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.body).toBe(payload);
	expect(seen.headers["content-type"]).toBe("application/json");
});

test.each([
	['{"payload": {"n": 1.0}, "eventType": "a"}', '{"n": 1.0}'],
	['{"eventType": "a", "p\\u0061yload": {"n": 1.0}}', '{"n": 1.0}'],
	['{"eventType": "a", "payload": {"n": 1}, "payload": {"n": 2.0}}', '{"n": 2.0}'],
	['{"eventType": "a", "data": {"n": 1.0}}', '{"n": 1.0}'],
	['{"data": {"n": 1}, "eventType": "a", "payload": {"n": 2.0}}', '{"n": 2.0}'],
	['\ufeff{"eventType": "a", "payload": {"n": 1.0}}', '{"n": 1.0}'],
])("from the body %s the payload is %s", async (body, payload) => {
	const { api, path, target } = await newSender();
	const sent = await api("POST", path, body);
	expect(sent.text).toContain(`"payload":${payload}`);
	expect((await until(target.seen, (all) => all.length === 1))[0].body).toBe(payload);
});

test.each(["[]", "[{}]", '"{}"', "null", "5", "true"])(
	"a payload that is %s instead of an object is refused",
	async (payload) => {
		const { api, path } = await newSender();
		const reply = await api("POST", path, `{"eventType": "a", "payload": ${payload}}`);
		expectIssues(reply, ["body", "payload"]);
		const old = await api("POST", path, `{"eventType": "a", "data": ${payload}}`);
		expectIssues(old, ["body", "data"]);
	},
);

test("a raw payload is sent in the payload's place, with the content type that is given", async () => {
	const { api, path, target } = await newSender();
	const rawPayload = "<a>é</a>\n";
	const headers = { "Content-Type": "text/xml; charset=utf-8", "x-other": "ignored" };
	const message = { eventType: "a", payload: { a: 1 } };
	const send = (transformationsParams: object | null) =>
		api("POST", path, { ...message, transformationsParams });
	const sent = await send({ rawPayload, headers });
	expect(sent.body.payload).toEqual({ a: 1 });
	const [first] = await until(target.seen, (all) => all.length === 1);
	expect(first).toMatchObject({
		body: rawPayload,
		headers: { "content-type": "text/xml; charset=utf-8" },
	});
	expect(first.headers).not.toHaveProperty("x-other");
	await send({ rawPayload: "" });
	const [, second] = await until(target.seen, (all) => all.length === 2);
	expect(second).toMatchObject({ body: "", headers: { "content-type": "application/json" } });
	for (const params of [null, {}, { headers }]) {
		await send(params);
		const seen = await until(target.seen, (all) => all.length > 2);
		expect(seen.at(-1)).toMatchObject({
			body: '{"a":1}',
			headers: { "content-type": "application/json" },
		});
	}
	const loc = ["body", "transformationsParams"];
	expectIssues(await send({ rawPayload: {} }), [...loc, "rawPayload"]);
});

test.each(["text/xml\r\nx-injected: 1", "☃", "text/xml\u0000"])(
	"a raw payload's content type that no header can carry is refused: %j",
	async (type) => {
		const { api, path } = await newSender();
		const params = { rawPayload: "x", headers: { "content-type": type } };
		const message = { eventType: "a", payload: {}, transformationsParams: params };
		const loc = ["body", "transformationsParams", "headers", "content-type"];
		expectIssues(await api("POST", path, message), loc);
	},
);
