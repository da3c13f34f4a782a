import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

test("an example is the first of the schema's, whichever of the two was given", async () => {
	const api = await newCheckedApi();
	const given = await api("POST", "/event-type", { name: "a", example: { id: "1" } });
	expect(given.body).toMatchObject({
		example: { id: "1" },
		schemas: { "1": { examples: [{ id: "1" }] } },
	});
	const schema = { type: "object", examples: [{ id: "1" }, { id: "2" }] };
	const held = await api("POST", "/event-type", { name: "b", schema });
	expect(held.body.example).toEqual({ id: "1" });
	const both = { schema: { type: "object" }, example: 5 };
	expect((await api("PUT", "/event-type/c", both)).body).toMatchObject({
		example: 5,
		schemas: { "1": { type: "object", examples: [5] } },
	});
});

test.each(["POST", "PATCH"])(
	"%s changes the example alone, and null takes it away",
	async (method) => {
		const api = await newCheckedApi();
		const schema = { type: "object", examples: [{ id: "1" }, { id: "2" }] };
		await api("POST", "/event-type", { name: "a", schemas: { "1": schema, "2": true } });
		const change = async (body: object) => (await api(method, "/event-type/a", body)).body;
		expect((await change({ example: { id: "3" } })).schemas).toEqual({
			"1": { type: "object", examples: [{ id: "3" }, { id: "2" }] },
			"2": true,
		});
		const none = await change({ example: null });
		expect(none).toMatchObject({ example: null, schemas: { "1": { type: "object" }, "2": true } });
		expect((await change({ schema: false, example: 1 })).schemas["1"]).toEqual({
			not: {},
			examples: [1],
		});
		expect((await change({ schemas: null, example: null })).schemas).toBeNull();
	},
);

test("the list shows examples only with content", async () => {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "a", example: 1 });
	expect((await api("GET", "/event-type")).body.data[0].example).toBeNull();
	expect((await api("GET", "/event-type?with_content=true")).body.data[0].example).toBe(1);
});

test("an example is what is sent as one", async () => {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "a", example: { id: "1" } });
	const target = newTarget();
	const app = await newApp(api);
	const { body } = await api("POST", `/app/${app}/endpoint`, { url: target.url });
	await api("POST", `/app/${app}/endpoint/${body.id}/send-example`, { eventType: "a" });
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.body).toBe('{"id":"1"}');
});

test("an example that is too deep is refused", async () => {
	const api = await newCheckedApi();
	const example = JSON.parse("[".repeat(200) + "]".repeat(200));
	expectIssues(await api("POST", "/event-type", { name: "a", example }), ["body", "example"]);
});
