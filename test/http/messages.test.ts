import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const PAYLOAD_MAX_BYTES = 20_000;
const MESSAGE = { eventType: "user.created", payload: { a: 1 } };

async function newSender(fields: object = {}) {
	const api = await newCheckedApi();
	const app = await newApp(api, fields);
	return { api, app, path: `/app/${app}/msg` };
}

test("a message is accepted, delivered, and its attempt is listed by message and by endpoint", async () => {
	const { api, app, path } = await newSender();
	const target = newTarget();
	const endpoint = await api("POST", `/app/${app}/endpoint`, { url: target.url });
	const sent = await api("POST", path, MESSAGE);
	expect(sent.status).toBe(202);
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.headers["webhook-id"]).toBe(sent.body.id);
	const byMessage = await until(
		() => api("GET", `/app/${app}/attempt/msg/${sent.body.id}`),
		(reply) => reply.body.data.length === 1,
	);
	const byEndpoint = await api("GET", `/app/${app}/attempt/endpoint/${endpoint.body.id}`);
	expect(byEndpoint.body.data).toEqual(byMessage.body.data);
});

test("a message is answered 202 with its record, and read by its id and its eventId", async () => {
	const { api, path } = await newSender();
	const fields = { eventId: "evt_1", channels: ["project:1"], tags: ["a/b#c\\d"] };
	const sent = await api("POST", path, { ...MESSAGE, ...fields });
	expect(sent.status).toBe(202);
	expect(sent.body).toEqual({
		id: expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/),
		eventType: "user.created",
		payload: { a: 1 },
		...fields,
		deliverAt: null,
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
	});
	expect(Math.abs(Date.parse(sent.body.timestamp) - Date.now())).toBeLessThan(5000);
	for (const name of [sent.body.id, "evt_1"]) {
		expect((await api("GET", `${path}/${name}`)).body).toEqual(sent.body);
	}
	const plain = await api("POST", path, { ...MESSAGE, channels: [], tags: [], eventId: null });
	expect(plain.body).toMatchObject({ eventId: null, channels: null, tags: null });
	expect((await api("GET", path)).body.data).toEqual([plain.body, sent.body]);
	const none = "msg_000000000000000000000000000";
	for (const name of [none, "evt_2", `${sent.body.id.slice(0, -1)}_`]) {
		expectError(await api("GET", `${path}/${name}`), 404, "not_found", "Entity not found");
	}
});

test("an application is named by its uid just as by its id", async () => {
	const { api, path } = await newSender({ uid: "customer-1" });
	const sent = await api("POST", "/app/customer-1/msg", MESSAGE);
	expect(sent.status).toBe(202);
	expect((await api("GET", `${path}/${sent.body.id}`)).body).toEqual(sent.body);
});

test("with_content=false leaves the payload out of every answer, not out of the delivery", async () => {
	const { api, app, path } = await newSender();
	const target = newTarget();
	await api("POST", `/app/${app}/endpoint`, { url: target.url });
	const { body: sent } = await api("POST", `${path}?with_content=false`, MESSAGE);
	expect(sent.payload).toEqual({});
	const read = (query: string) => api("GET", `${path}/${sent.id}${query}`);
	expect((await read("?with_content=false")).body).toEqual(sent);
	expect((await api("GET", `${path}?with_content=false`)).body.data).toEqual([sent]);
	for (const query of ["", "?with_content=true"]) {
		expect((await read(query)).body).toEqual({ ...sent, ...MESSAGE });
		expect((await api("GET", path + query)).body.data[0].payload).toEqual({ a: 1 });
	}
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.body).toBe('{"a":1}');
	expectIssues(await api("POST", `${path}?with_content=no`, MESSAGE), ["query", "with_content"]);
});

test("an eventId is used once in an application", async () => {
	const { api, path } = await newSender();
	const other = `/app/${await newApp(api)}/msg`;
	const message = { ...MESSAGE, eventId: "evt_1" };
	const first = await api("POST", path, message);
	expectError(await api("POST", path, { ...message, payload: { b: 2 } }), 409, "conflict");
	expect((await api("GET", path)).body.data).toEqual([first.body]);
	expect((await api("POST", other, message)).status).toBe(202);
	const many = await Promise.all(
		Array.from({ length: 10 }, () => api("POST", path, { ...MESSAGE, eventId: "evt_2" })),
	);
	expect(many.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
});

test.each([
	[{}, [["eventType"], ["payload"]]],
	[{ payload: {} }, [["eventType"]]],
	[{ eventType: "a" }, [["payload"]]],
	[{ eventType: "a b", payload: {} }, [["eventType"]]],
	[{ eventType: "n".repeat(257), payload: {} }, [["eventType"]]],
	[{ ...MESSAGE, eventId: "msg_1" }, [["eventId"]]],
	[{ ...MESSAGE, eventId: "a/b" }, [["eventId"]]],
	[{ ...MESSAGE, channels: ["a", "b c"] }, [["channels", 1]]],
	[{ ...MESSAGE, channels: ["a", "a"] }, [["channels"]]],
	[{ ...MESSAGE, channels: Array.from({ length: 11 }, (_, i) => `c${i}`) }, [["channels"]]],
	[{ ...MESSAGE, tags: ["a", "b c"] }, [["tags", 1]]],
	[{ ...MESSAGE, tags: ["t".repeat(129)] }, [["tags", 0]]],
	[{ ...MESSAGE, tags: ["1", "2", "3", "4", "5", "6"] }, [["tags"]]],
	[{ ...MESSAGE, application: { uid: "a" } }, [["application", "name"]]],
	[{ ...MESSAGE, payloadRetentionPeriod: 91 }, [["payloadRetentionPeriod"]]],
	[{ ...MESSAGE, payloadRetentionHours: 0 }, [["payloadRetentionHours"]]],
	[
		{ eventType: "a b", payload: 1, channels: "c", tags: [5], eventId: 7 },
		[["eventType"], ["payload"], ["channels"], ["tags", 0], ["eventId"]],
	],
])("a message of %j is refused at %j", async (body, locs) => {
	const { api, path } = await newSender();
	expectIssues(await api("POST", path, body), ...locs.map((loc) => ["body", ...loc]));
	expect((await api("GET", path)).body.data).toEqual([]);
});

test("a message to an unknown application is not found", async () => {
	const api = await newCheckedApi();
	for (const name of ["none", "app_000000000000000000000000000"]) {
		const reply = await api("POST", `/app/${name}/msg`, MESSAGE);
		expectError(reply, 404, "not_found", "Application not found");
	}
	expect((await api("GET", "/app")).body.data).toEqual([]);
});

test("a message creates its application when the path's uid is new, and only then", async () => {
	const api = await newCheckedApi();
	const application = { name: "Made", uid: "new", throttleRate: 5 };
	const send = () => api("POST", "/app/new/msg", { ...MESSAGE, application });
	const first = await send();
	expect(first.status).toBe(202);
	const { body: made } = await api("GET", "/app/new");
	expect(made).toMatchObject(application);
	application.name = "Ignored";
	const second = await send();
	expect((await api("GET", "/app")).body.data).toEqual([made]);
	expect((await api("GET", "/app/new/msg")).body.data).toEqual([second.body, first.body]);
	await api("DELETE", "/app/new");
	expect((await send()).status).toBe(202);
	expect((await api("GET", "/app/new")).body).toMatchObject({ name: "Ignored" });
});

test.each([
	[{ name: "A", uid: "other" }, "application_uid_mismatch"],
	[{ name: "A" }, "application_uid_missing"],
	[{ name: "A", uid: null }, "application_uid_missing"],
])("an application of %j in a message to a new uid is refused as %s", async (application, type) => {
	const api = await newCheckedApi();
	const reply = await api("POST", "/app/new/msg", { ...MESSAGE, application });
	expectIssues(reply, ["body", "application", "uid"]);
	expect(reply.body.detail[0].type).toBe(type);
	expect((await api("GET", "/app")).body.data).toEqual([]);
	await api("POST", "/app", { name: "Exists", uid: "new" });
	expect((await api("POST", "/app/new/msg", { ...MESSAGE, application })).status).toBe(202);
});

test.each(["x", "é", "☃"])(
	"a payload of %s has at most PAYLOAD_MAX_BYTES bytes",
	async (letter) => {
		const { api, path } = await newSender();
		const send = (text: string) => api("POST", path, { eventType: "a", payload: { t: text } });
		const room = PAYLOAD_MAX_BYTES - '{"t":""}'.length;
		const bytes = new TextEncoder().encode(letter).length;
		const full = letter.repeat(Math.floor(room / bytes)) + "x".repeat(room % bytes);
		expect((await send(full)).status).toBe(202);
		expectError(await send(`${full}x`), 413, "payload_too_large");
		const rawPayload = "x".repeat(PAYLOAD_MAX_BYTES + 1);
		const raw = { ...MESSAGE, transformationsParams: { rawPayload } };
		expectError(await api("POST", path, raw), 413, "payload_too_large");
		expectError(await send(letter.repeat(200_000)), 413, "payload_too_large");
		expect((await api("GET", `${path}?with_content=false`)).body.data).toHaveLength(1);
	},
);
