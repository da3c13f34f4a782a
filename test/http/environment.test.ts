import { expect, test } from "vitest";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

test("what one organisation exports, another imports", async () => {
	const [from, to] = [await newCheckedApi(), await newCheckedApi()];
	await from("POST", "/event-type", { name: "a", description: "A", schema: { type: "object" } });
	await from("POST", "/event-type", {
		name: "b",
		featureFlags: ["f"],
		groupName: "g",
		deprecated: true,
	});
	await from("POST", "/event-type", { name: "c", example: { id: 1 } });
	await from("DELETE", "/event-type/c");
	const exported = await from("POST", "/environment/export");
	expect(exported.body).toMatchObject({ version: 1, settings: null, connectors: [] });
	const plain = exported.body.eventTypes.map(
		({ createdAt: _, updatedAt: __, ...rest }: Record<string, unknown>) => rest,
	);
	expect(plain).toMatchObject([
		{ name: "a", schemas: { "1": { type: "object" } } },
		{ name: "b", featureFlags: ["f"], groupName: "g", deprecated: true },
		{ name: "c", archived: true, example: { id: 1 } },
	]);
	const imported = await to("POST", "/environment/import", exported.body);
	expect(imported.status).toBe(204);
	const again = (await to("POST", "/environment/export")).body.eventTypes;
	expect(again).toMatchObject(plain);
});

test("an import replaces what there is, and removes nothing", async () => {
	const api = await newCheckedApi();
	const before = await api("POST", "/event-type", {
		name: "a",
		description: "Old",
		groupName: "g",
	});
	await api("POST", "/event-type", { name: "b" });
	const eventTypes = [
		{ name: "a", description: "New" },
		{ name: "c", description: "" },
	];
	await api("POST", "/environment/import", { eventTypes, settings: { colour: "red" } });
	const { body } = await api("GET", "/event-type");
	expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["a", "b", "c"]);
	expect(body.data[0]).toMatchObject({
		description: "New",
		groupName: null,
		createdAt: before.body.createdAt,
	});
	expect(Date.parse(body.data[0].updatedAt)).toBeGreaterThan(Date.parse(before.body.updatedAt));
});

test("thousands of event types are imported at once and exported whole", async () => {
	const api = await newCheckedApi();
	const eventTypes = Array.from({ length: 1200 }, (_, i) => ({
		name: `t${1000 + i}`,
		description: "",
	}));
	expect((await api("POST", "/environment/import", { eventTypes })).status).toBe(204);
	const { body } = await api("POST", "/environment/export");
	expect(body.eventTypes).toHaveLength(1200);
	expect((await api("POST", "/environment/import", {})).status).toBe(204);
	expect((await api("POST", "/environment/import", { eventTypes: null })).status).toBe(204);
});

test.each([
	[{ eventTypes: [{ name: "ok" }, { name: "a b" }] }, ["eventTypes", 1, "name"]],
	[{ eventTypes: [{ name: "a" }, { name: "a" }] }, ["eventTypes"]],
	[
		{ eventTypes: [{ name: "a", schemas: { "1": { type: "x" } } }] },
		["eventTypes", 0, "schemas", "1"],
	],
	[{ eventTypes: {} }, ["eventTypes"]],
	[{ settings: 5 }, ["settings"]],
	[{ connectors: [{ name: "A" }] }, ["connectors"]],
])("an import of %j is refused at %j, and nothing of it is done", async (body, loc) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", "/environment/import", body), ["body", ...loc]);
	expect((await api("GET", "/event-type")).body.data).toEqual([]);
});
