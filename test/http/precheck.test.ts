import { expect, test } from "vitest";
import { newApp, newTarget } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

test("a precheck tells whether any enabled endpoint wants such a message", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	await api("POST", "/event-type", { name: "a" });
	const isActive = async (body: object) =>
		(await api("POST", `/app/${app}/msg/precheck/active`, body)).body.active;
	expect(await isActive({ eventType: "a" })).toBe(false);
	const options = { url: newTarget().url, eventTypes: ["a"], channels: ["c"] };
	const { body } = await api("POST", `/app/${app}/endpoint`, options);
	expect(await isActive({ eventType: "a" })).toBe(false);
	expect(await isActive({ eventType: "a", channels: ["c", "d"] })).toBe(true);
	expect(await isActive({ eventType: "b", channels: ["c"] })).toBe(false);
	await api("PATCH", `/app/${app}/endpoint/${body.id}`, { disabled: true });
	expect(await isActive({ eventType: "a", channels: ["c"] })).toBe(false);
});

test("a precheck is refused like a message", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const path = `/app/${app}/msg/precheck/active`;
	expectIssues(
		await api("POST", path, { channels: ["a b"] }),
		["body", "eventType"],
		["body", "channels", 0],
	);
	expectError(
		await api("POST", "/app/none/msg/precheck/active", { eventType: "a" }),
		404,
		"not_found",
	);
});
