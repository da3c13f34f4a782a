import { env, exports } from "cloudflare:workers";
import { Svix } from "svix";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { DESCRIPTION_BYTES_MAX } from "../../src/services/event-type-import.ts";
import { type Api, newApp, newTarget, type Reply } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { CORPUS } from "../support/openapi-corpus/index.ts";
import { newToken } from "../support/tokens.ts";

const PATH = "/event-type/import/openapi";
const ALL = "/event-type?include_archived=true&with_content=true&limit=250";

const hook = (schema: object, operation: object = {}) => ({
	post: { ...operation, requestBody: { content: { "application/json": { schema } } } },
});
const spec = (webhooks: object, more: object = {}) => ({ openapi: "3.1.0", webhooks, ...more });

async function importing(api: Api, body: object): Promise<Reply["body"]> {
	const reply = await api("POST", PATH, body);
	expect(reply.status, reply.text).toBe(200);
	return reply.body.data;
}

const rowsOf = async (api: Api) => (await api("GET", ALL)).body.data;

/** Every row of the table, as the database has it. */
const tableRows = async () =>
	(await env.DB.prepare("SELECT * FROM event_types ORDER BY organisation_id, name").all()).results;

const NOTHING = {
	modified: [],
	to_modify: null,
	created: [],
	updated: [],
	unchanged: [],
	archived: [],
	failed: [],
	notes: [],
	isShortened: false,
};

test("webhooks become event types, as an object, as JSON and as YAML", async () => {
	const document = spec(
		{
			"invoice.paid": hook(
				{ $ref: "#/components/schemas/Invoice" },
				{
					description: "An invoice was paid",
					deprecated: true,
					"x-service-feature-flags": ["beta"],
					"x-service-group-name": "invoices",
				},
			),
		},
		{ components: { schemas: { Invoice: { type: "object", example: { id: "in_1" } } } } },
	);
	const bodies = [
		{ spec: document },
		{ spec: document, specRaw: null },
		{ specRaw: JSON.stringify(document), spec: null },
		{ specRaw: stringify(document), dryRun: false, replaceAll: false },
	];
	for (const body of bodies) {
		const api = await newCheckedApi();
		const names = ["invoice.paid"];
		expect(await importing(api, body)).toEqual({ ...NOTHING, modified: names, created: names });
		expect((await api("GET", "/event-type/invoice.paid")).body).toMatchObject({
			description: "An invoice was paid",
			deprecated: true,
			archived: false,
			featureFlags: ["beta"],
			groupName: "invoices",
			schemas: { "1": { type: "object", examples: [{ id: "in_1" }] } },
			example: { id: "in_1" },
		});
		expect(await importing(api, body)).toEqual({ ...NOTHING, unchanged: names });
	}
});

test.each(CORPUS)("$what: what a dry run tells is what an import does", async (sample) => {
	const api = await newCheckedApi();
	const before = await tableRows();
	const told = await importing(api, { specRaw: sample.text, dryRun: true });
	expect(await tableRows()).toEqual(before);
	const { to_modify, ...done } = await importing(api, { specRaw: sample.text });
	expect(to_modify).toBeNull();
	expect({ ...done, to_modify: told.to_modify }).toEqual(told);
	expect(done.created).toEqual(sample.names);
	const rows = await rowsOf(api);
	expect(rows).toHaveLength(sample.names.length);
	for (const planned of told.to_modify) {
		expect(rows.find(({ name }: { name: string }) => name === planned.name)).toMatchObject(planned);
	}
});

test("what is there is updated, and the answer tells what of it, before and after", async () => {
	const api = await newCheckedApi();
	const schema = { type: "object", properties: { a: { type: "string" } } };
	const flags = { featureFlags: ["f"], groupName: "g" };
	const old = {
		name: "a.b",
		description: "Old",
		...flags,
		schemas: { "1": schema, "2": { title: "2" } },
	};
	const { body: created } = await api("POST", "/event-type", old);
	const next = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
	const body = { spec: spec({ "a.b": hook(next, { description: "New" }) }) };
	const changes = [
		{ field: "description", before: "Old", after: "New" },
		{ field: "schema", path: "/properties/a/type", before: "string", after: "integer" },
		{ field: "schema", path: "/required", after: ["a"] },
	];
	const told = await importing(api, { ...body, dryRun: true });
	expect(told.updated).toEqual([{ name: "a.b", changes }]);
	expect(told.to_modify).toMatchObject([{ ...flags, description: "New" }]);
	expect(await rowsOf(api)).toEqual([created]);
	expect(await importing(api, body)).toMatchObject({ modified: ["a.b"], updated: told.updated });
	const { body: after } = await api("GET", "/event-type/a.b");
	expect(after).toMatchObject({ ...flags, schemas: { "1": next, "2": { title: "2" } } });
	expect(after.createdAt).toBe(created.createdAt);
	expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt));
});

test("flags and group change when the description names them, and null takes them away", async () => {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "a", featureFlags: ["f"], groupName: "g" });
	const change = (words: object) => importing(api, { spec: spec({ a: { post: words } }) });
	expect((await change({})).unchanged).toEqual(["a"]);
	expect((await change({ "x-svix-feature-flags": ["h"] })).updated).toEqual([
		{ name: "a", changes: [{ field: "featureFlags", before: ["f"], after: ["h"] }] },
	]);
	await change({ "x-service-feature-flags": null, "x-service-group-name": null });
	expect(await rowsOf(api)).toMatchObject([{ featureFlags: null, groupName: null }]);
});

test("replaceAll archives what the description does not have, and importing it brings it back", async () => {
	const [api, other] = await Promise.all([newCheckedApi(), newCheckedApi()]);
	for (const name of ["gone", "hidden", "stays", "wrong"]) {
		const fields = name === "hidden" ? { featureFlags: ["f"] } : {};
		await api("POST", "/event-type", { name, ...fields });
	}
	await api("POST", "/event-type", { name: "archived", archived: true });
	await other("POST", "/event-type", { name: "gone" });
	const webhooks = { stays: { post: {} }, wrong: { post: { description: 5 } } };
	const body = { spec: spec(webhooks), replaceAll: true };
	const told = await importing(api, { ...body, dryRun: true });
	expect(told).toMatchObject({ archived: ["gone", "hidden"], unchanged: ["stays"] });
	expect((await rowsOf(api)).filter((row: { archived: boolean }) => row.archived)).toHaveLength(1);
	const done = await importing(api, body);
	expect(done).toEqual({ ...told, to_modify: null });
	expect(done.failed).toMatchObject([{ path: "/webhooks/wrong/post/description" }]);
	const live = (await api("GET", "/event-type")).body.data;
	expect(live.map(({ name }: { name: string }) => name)).toEqual(["stays", "wrong"]);
	expect((await other("GET", "/event-type")).body.data).toHaveLength(1);
	expect((await importing(api, body)).archived).toEqual([]);
	expect((await importing(api, { spec: spec({ gone: { post: {} } }) })).updated).toEqual([
		{ name: "gone", changes: [{ field: "archived", before: true, after: false }] },
	]);
	expect(await importing(api, { spec: spec({}), replaceAll: true })).toMatchObject({
		archived: ["gone", "stays", "wrong"],
	});
});

test("only takes some of what a description has, and archives some of what it does not have", async () => {
	const api = await newCheckedApi();
	for (const name of ["gone", "stays", "changes"]) await api("POST", "/event-type", { name });
	const webhooks = { changes: { post: { description: "New" } }, wanted: hook({}), other: hook({}) };
	const body = { spec: spec(webhooks), replaceAll: true, only: ["wanted", "gone", "unknown"] };
	const told = await importing(api, { ...body, dryRun: true });
	expect(told).toMatchObject({ created: ["wanted"], updated: [], archived: ["gone"] });
	expect(await importing(api, body)).toEqual({ ...told, to_modify: null });
	const rows: { name: string; archived: boolean; description: string }[] = await rowsOf(api);
	expect(rows.map(({ name, archived }) => [name, archived])).toEqual([
		["changes", false],
		["gone", true],
		["stays", false],
		["wanted", false],
	]);
	expect(rows[0]?.description).toBe("");
	expect(await importing(api, { ...body, only: [] })).toEqual(NOTHING);
	const all = await importing(api, { ...body, only: null });
	expect(all).toMatchObject({ created: ["other"], archived: ["stays"], unchanged: ["wanted"] });
	expect(all.updated).toHaveLength(1);
});

test("good entries go on where others fail", async () => {
	const api = await newCheckedApi();
	const webhooks = {
		"a b": { post: {} },
		remote: hook({ $ref: "https://example.com/a.json" }),
		good: hook({ type: "string" }),
		wrong: hook({ properties: { a: { type: "text" } } }),
	};
	const { created, failed } = await importing(api, { spec: spec(webhooks) });
	expect(created).toEqual(["good"]);
	const at = "/post/requestBody/content/application~1json/schema";
	expect(failed.map(({ path }: { path: string }) => path)).toEqual([
		"/webhooks/a b",
		`/webhooks/remote${at}`,
		`/webhooks/wrong${at}`,
	]);
	expect(await rowsOf(api)).toHaveLength(1);
});

test.each([
	[{}, [["spec"], ["specRaw"]]],
	[{ spec: null, specRaw: null }, [["spec"], ["specRaw"]]],
	[{ spec: spec({}), specRaw: "a: 1" }, [["spec"], ["specRaw"]]],
	[{ spec: "text" }, [["spec"]]],
	[{ spec: [] }, [["spec"]]],
	[{ specRaw: {} }, [["specRaw"]]],
	[{ spec: spec({}), dryRun: "yes" }, [["dryRun"]]],
	[{ spec: spec({}), replaceAll: 1 }, [["replaceAll"]]],
	[{ spec: spec({}), only: "a" }, [["only"]]],
	[{ spec: {} }, [["spec"]]],
	[{ spec: { openapi: "3.1.0" } }, [["spec"]]],
	[{ spec: { swagger: "2.0", webhooks: {} } }, [["spec", "openapi"]]],
	[{ spec: spec([]) }, [["spec", "webhooks"]]],
	[{ specRaw: "" }, [["specRaw"]]],
	[{ specRaw: "just words" }, [["specRaw"]]],
	[{ specRaw: "a: [1\nb: 2" }, [["specRaw"]]],
	[{ specRaw: "x: &x [*x]\nopenapi: 3.1.0\nwebhooks: {}" }, [["specRaw"]]],
	[{ specRaw: "[".repeat(50_000) }, [["specRaw"]]],
])("%j is refused", async (body, places) => {
	const api = await newCheckedApi();
	const reply = await api("POST", PATH, body);
	expectIssues(reply, ...places.map((place) => ["body", ...place]));
	expect(await rowsOf(api)).toEqual([]);
});

test("where YAML goes wrong is told by line and column", async () => {
	const api = await newCheckedApi();
	const specRaw = "openapi: 3.1.0\nwebhooks:\n  a:\n    post: {}\n  a:\n    post: {}\n";
	const reply = await api("POST", PATH, { specRaw });
	expect(reply.body.detail[0].msg).toContain("line 5, column 3: 'a' is there twice");
});

test("a description of 5 MB is read, and a byte more is refused with the limit", async () => {
	const api = await newCheckedApi();
	const text = JSON.stringify(spec({ a: { post: {} } }, { "x-rest": "" }));
	const filled = (bytes: number) => text.replace('"x-rest":""', `"x-rest":"${"x".repeat(bytes)}"`);
	const rest = DESCRIPTION_BYTES_MAX - text.length;
	expect((await importing(api, { specRaw: filled(rest) })).created).toEqual(["a"]);
	expect((await importing(api, { spec: JSON.parse(filled(rest)) })).unchanged).toEqual(["a"]);
	for (const body of [{ specRaw: filled(rest + 1) }, { spec: JSON.parse(filled(rest + 1)) }]) {
		const reply = await api("POST", PATH, body);
		expectError(reply, 413, "payload_too_large");
		expect(reply.body.detail).toContain(String(DESCRIPTION_BYTES_MAX));
	}
	const reply = await api("POST", PATH, {
		specRaw: "x".repeat(2 * DESCRIPTION_BYTES_MAX + 100_000),
	});
	expectError(reply, 413, "payload_too_large");
});

test("other routes still take no more than a payload with its envelope", async () => {
	const api = await newCheckedApi();
	const reply = await api("POST", "/event-type", { name: "a", description: "x".repeat(100_000) });
	expectError(reply, 413, "payload_too_large");
});

test("names that languages give meaning to are kept as names", async () => {
	const api = await newCheckedApi();
	const schema = '{"properties":{"__proto__":{"type":"string"},"constructor":{}}}';
	const webhooks = `{"__proto__":${JSON.stringify(hook({}))},"a":${JSON.stringify(hook({ title: "X" })).replace('{"title":"X"}', schema)}}`;
	const specRaw = `{"openapi":"3.1.0","webhooks":${webhooks}}`;
	const { created, failed } = await importing(api, { specRaw });
	expect([created, failed]).toEqual([["__proto__", "a"], []]);
	const reply = await api("GET", "/event-type/a");
	expect(reply.text).toContain(schema);
	expect((await api("GET", "/event-type/__proto__")).status).toBe(200);
});

test("a repeated import with the same key is answered the same, and done once", async () => {
	const api = await newCheckedApi();
	const headers = { "idempotency-key": crypto.randomUUID() };
	const first = await api("POST", PATH, { spec: spec({ a: { post: {} } }) }, headers);
	await api("PATCH", "/event-type/a", { description: "Later" });
	const again = await api("POST", `${PATH}/`, { spec: spec({ a: { post: {} } }) }, headers);
	expect(again.text).toBe(first.text);
	expect(await rowsOf(api)).toMatchObject([{ description: "Later" }]);
});

test("a dry run is not kept: the same key imports after it", async () => {
	const api = await newCheckedApi();
	const headers = { "idempotency-key": crypto.randomUUID() };
	const body = { spec: spec({ a: { post: {} } }) };
	await api("POST", PATH, { ...body, dryRun: true }, headers);
	expect((await api("POST", PATH, body, headers)).body.data).toMatchObject({
		created: ["a"],
		to_modify: null,
	});
	expect(await rowsOf(api)).toHaveLength(1);
});

test("tokens of applications may not import", async () => {
	const api = await newCheckedApi();
	const token = await newToken(api, await newApp(api));
	const reply = await token("POST", PATH, { spec: spec({ a: { post: {} } }) });
	expectError(reply, 403, "insufficient access");
	expect(await rowsOf(api)).toEqual([]);
});

test("imports and changes at the same time all end, and nothing is half done", async () => {
	const api = await newCheckedApi();
	const names = Array.from({ length: 20 }, (_, i) => `t${i}`);
	const version = (description: string) => ({
		spec: spec(Object.fromEntries(names.map((name) => [name, { post: { description } }]))),
	});
	const descriptions = ["A", "B", "C", "D"];
	const race = (others: Promise<Reply>[]) =>
		Promise.all([
			...descriptions.map((description) => api("POST", PATH, version(description))),
			...others,
		]);
	const replies = [
		...(await race([])),
		...(await race(names.map((name) => api("PATCH", `/event-type/${name}`, { groupName: "g" })))),
	];
	expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
	const told = replies.flatMap(({ body }) => body.data ?? []);
	expect(told).toHaveLength(8);
	expect(told.filter(({ created }) => created.length === 20)).toHaveLength(1);
	for (const { created, updated, unchanged } of told) {
		expect(created.length + updated.length + unchanged.length).toBe(20);
	}
	const rows = await rowsOf(api);
	expect(new Set(rows.map((row: { description: string }) => row.description)).size).toBe(1);
	expect(new Set(rows.map((row: { groupName: string }) => row.groupName))).toEqual(new Set(["g"]));
});

test("an import of more than one transaction holds is done in several, and again finds nothing to do", async () => {
	const api = await newCheckedApi();
	const Large = { description: "é".repeat(300_000) };
	const webhooks = Object.fromEntries(
		Array.from({ length: 30 }, (_, i) => [
			`t${10 + i}`,
			hook({ $ref: "#/components/schemas/Large" }),
		]),
	);
	await api("POST", "/event-type", { name: "gone" });
	const body = { spec: spec(webhooks, { components: { schemas: { Large } } }), replaceAll: true };
	const headers = { "idempotency-key": crypto.randomUUID() };
	const first = await api("POST", PATH, body, headers);
	expect(first.body.data).toMatchObject({ created: Object.keys(webhooks), archived: ["gone"] });
	expect((await importing(api, body)).unchanged).toHaveLength(30);
	expect((await api("POST", PATH, body, headers)).text).toBe(first.text);
});

test("thousands of event types are imported at once, and found again", async () => {
	const api = await newCheckedApi();
	const names = Array.from({ length: 2_000 }, (_, i) => `group${i % 20}.event${i}`);
	const entry = hook({ $ref: "#/components/schemas/Event" }, { description: "It happened" });
	const components = { schemas: { Event: { type: "object", example: { id: 1 } } } };
	const body = {
		spec: spec(Object.fromEntries(names.map((name) => [name, entry])), { components }),
	};
	expect((await importing(api, body)).created).toEqual(names);
	expect((await importing(api, body)).unchanged).toEqual(names);
});

test("an answer that is too large to be kept tells which, and not what", async () => {
	const api = await newCheckedApi();
	const version = (letter: string) => ({
		spec: spec(
			Object.fromEntries(
				Array.from({ length: 6 }, (_, i) => [
					`t${i}`,
					{ post: { description: letter.repeat(200_000) } },
				]),
			),
		),
	});
	await importing(api, version("a"));
	const told = await importing(api, { ...version("b"), dryRun: true });
	expect(told.isShortened).toBe(false);
	expect(told.updated[0].changes[0].after).toHaveLength(200_000);
	const headers = { "idempotency-key": crypto.randomUUID() };
	const done = await api("POST", PATH, version("b"), headers);
	expect(done.body.data).toMatchObject({ isShortened: true });
	expect(done.body.data.updated).toEqual(
		Array.from({ length: 6 }, (_, i) => ({ name: `t${i}`, changes: [{ field: "description" }] })),
	);
	expect((await api("POST", PATH, version("b"), headers)).text).toBe(done.text);
});

test("an imported example can be sent, and is checked against its schema", async () => {
	const api = await newCheckedApi();
	const [{ text } = { text: "" }] = CORPUS;
	await importing(api, { spec: parse(text, { merge: true }) });
	const app = await newApp(api);
	const target = newTarget();
	const { body: endpoint } = await api("POST", `/app/${app}/endpoint`, { url: target.url });
	const sent = await api("POST", `/app/${app}/endpoint/${endpoint.id}/send-example`, {
		eventType: "charge.succeeded",
	});
	expect(sent.status).toBeLessThan(300);
});

test("the published client imports, and reads the answer", async () => {
	const { key } = await newCheckedApi();
	const send = (...args: Parameters<typeof fetch>) =>
		exports.default.fetch(new Request(args[0] as RequestInfo, args[1]));
	const svix = new Svix(key, { serverUrl: "http://edgehook.test", fetch: send as typeof fetch });
	const specRaw = stringify(spec({ a: hook({ type: "object" }, { description: "A" }) }));
	const told = await svix.eventType.importOpenapi({ specRaw, dryRun: true });
	expect(told.data.toModify).toMatchObject([{ name: "a", description: "A", deprecated: false }]);
	const done = await svix.eventType.importOpenapi({ spec: parse(specRaw), replaceAll: true });
	expect(done.data.modified).toEqual(["a"]);
	expect((await svix.eventType.get("a")).schemas).toEqual({ "1": { type: "object" } });
});

test("a script may create event types line by line, again and again", async () => {
	const api = await newCheckedApi();
	const lines = Array.from({ length: 40 }, (_, i) => `t${i}|Type ${i}`);
	const run = (some: string[]) =>
		Promise.all(
			some.map(async (line) => {
				const [name, description] = line.split("|");
				return (await api("POST", "/event-type/", { name, description })).status;
			}),
		);
	expect(new Set(await run(lines.slice(0, 30)))).toEqual(new Set([201]));
	expect(await run(lines)).toEqual([...Array(30).fill(409), ...Array(10).fill(201)]);
	expect(await rowsOf(api)).toHaveLength(40);
});
