import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

type Item = { name: string; timestamp: string };

/** Three messages with a pause between them, and which of them a query lists, newest first. */
async function newThree(pauseMs = 0) {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/msg`;
	const messages = [
		{ eventType: "user.created", channels: ["eu", "project:1"], tags: ["a/b"] },
		{ eventType: "user.deleted", channels: ["us"] },
		{ eventType: "order", tags: ["a/b", "c"] },
	];
	const items: Item[] = [];
	for (const [i, message] of messages.entries()) {
		const { body } = await api("POST", path, { ...message, eventId: `m${i + 1}`, payload: {} });
		items.push({ name: `m${i + 1}`, timestamp: body.timestamp });
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
	const list = async (query: string): Promise<string[]> =>
		(await api("GET", `${path}?${query}`)).body.data.map(
			({ eventId }: { eventId: string }) => eventId,
		);
	return { api, path, list, items };
}

test.each([
	["", ["m3", "m2", "m1"]],
	["channel=eu", ["m1"]],
	["channel=project:1", ["m1"]],
	["channel=none", []],
	["tag=a/b", ["m3", "m1"]],
	["tag=a%2Fb&channel=eu", ["m1"]],
	["tag=a", []],
	["event_types=user.created", ["m1"]],
	["event_types=user.created,order", ["m3", "m1"]],
	["event_types=user.created&event_types=order", ["m3", "m1"]],
	["event_types[]=user.created&event_types[]=order", ["m3", "m1"]],
	["event_types%5B%5D=order", ["m3"]],
	["event_types[0]=user.created&event_types[1]=user.deleted", ["m2", "m1"]],
	['event_types=["user.created","order"]', ["m3", "m1"]],
	["event_types=user", []],
	["event_types=", ["m3", "m2", "m1"]],
	["event_types=order,user.created&tag=a/b&channel=eu", ["m1"]],
])("the query %s lists %j", async (query, expected) => {
	const { list } = await newThree();
	expect(await list(query)).toEqual(expected);
});

test("after takes in its own millisecond, and before does not", async () => {
	const { list, items } = await newThree(10);
	const at = (i: number, shiftMs = 0) =>
		new Date(Date.parse(items[i]?.timestamp ?? "") + shiftMs).toISOString();
	expect(await list(`after=${at(1)}`)).toEqual(["m3", "m2"]);
	expect(await list(`after=${at(1, 1)}`)).toEqual(["m3"]);
	expect(await list(`after=${at(1, -1)}`)).toEqual(["m3", "m2"]);
	expect(await list(`before=${at(1)}`)).toEqual(["m1"]);
	expect(await list(`before=${at(1, 1)}`)).toEqual(["m2", "m1"]);
	expect(await list(`before=${at(1, -1)}`)).toEqual(["m1"]);
	expect(await list(`after=${at(0)}&before=${at(2)}`)).toEqual(["m2", "m1"]);
	expect(await list(`after=${at(2)}&before=${at(0)}`)).toEqual([]);
	expect(await list("after=0001-01-01T00:00:00Z&before=9999-12-31T23:59:59Z")).toHaveLength(3);
	const [date, time] = at(1).split("T");
	expect(await list(`after=${date}T${time?.replace("Z", "%2B00:00")}`)).toEqual(["m3", "m2"]);
});

test("a walk with a filter stays inside it", async () => {
	const { api, path } = await newThree();
	const first = await api("GET", `${path}?tag=a/b&limit=1`);
	expect(first.body).toMatchObject({ data: [{ eventId: "m3" }], done: false });
	const second = await api("GET", `${path}?tag=a/b&limit=1&iterator=${first.body.iterator}`);
	expect(second.body).toMatchObject({ data: [{ eventId: "m1" }], done: true });
});

test.each(["before", "after"])("%s must be a time", async (field) => {
	const { api, path } = await newThree();
	for (const value of ["yesterday", "", "2026-01-31", "1700000000", "2026-02-30T00:00:00Z"]) {
		expectIssues(await api("GET", `${path}?${field}=${value}`), ["query", field]);
	}
	expectIssues(await api("GET", `${path}?event_types=a%20b`), ["query", "event_types", 0]);
});

test.each([
	[
		["x", "y"],
		["all", "x", "xz"],
	],
	[["z"], ["all", "xz"]],
	[["q"], ["all"]],
	[null, ["all"]],
	[[], ["all"]],
])("a message in the channels %j goes to the endpoints %j", async (channels, expected) => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const filters: Record<string, string[] | null> = { all: null, x: ["x"], xz: ["x", "z"] };
	for (const [uid, wanted] of Object.entries(filters)) {
		await api("POST", `${app}/endpoint`, { uid, url: newTarget().url, channels: wanted });
	}
	const { body } = await api("POST", `${app}/msg`, { eventType: "a", payload: {}, channels });
	const attempts = await until(
		() => api("GET", `${app}/attempt/msg/${body.id}`),
		(reply) => reply.body.data.length >= expected.length,
	);
	const ids = attempts.body.data.map((attempt: { endpointId: string }) => attempt.endpointId);
	const endpoints = await Promise.all(expected.map((uid) => api("GET", `${app}/endpoint/${uid}`)));
	expect(ids.sort()).toEqual(endpoints.map((reply) => reply.body.id).sort());
});

test("event types and channels must both fit", async () => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	for (const name of ["a", "b"]) await api("POST", "/event-type", { name });
	const [both, all] = [newTarget(), newTarget()];
	await api("POST", `${app}/endpoint`, { url: both.url, eventTypes: ["a"], channels: ["x"] });
	await api("POST", `${app}/endpoint`, { url: all.url });
	const send = (eventType: string, channels: string[]) =>
		api("POST", `${app}/msg`, { eventType, channels, tags: ["x"], payload: {} });
	await Promise.all([send("b", ["x"]), send("a", ["y"]), send("a", [])]);
	const { body: fits } = await send("a", ["y", "x"]);
	await until(all.seen, (seen) => seen.length === 4);
	const seen = await until(both.seen, (list) => list.length > 0);
	expect(seen.map(({ headers }) => headers["webhook-id"])).toEqual([fits.id]);
});

test("flags, archiving and unknown names never change what is delivered", async () => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const [some, all] = [newTarget(), newTarget()];
	await api("POST", "/event-type", { name: "flagged", featureFlags: ["beta"] });
	await api("POST", "/event-type", { name: "archived" });
	const eventTypes = ["flagged", "archived"];
	await api("POST", `${app}/endpoint`, { url: some.url, eventTypes });
	await api("POST", `${app}/endpoint`, { url: all.url });
	await api("DELETE", "/event-type/archived");
	for (const eventType of [...eventTypes, "unknown"]) {
		await api("POST", `${app}/msg`, { eventType, payload: { eventType } });
	}
	expect(await until(all.seen, (seen) => seen.length === 3)).toHaveLength(3);
	const seen = await until(some.seen, (list) => list.length === 2);
	expect(seen.map(({ body }) => JSON.parse(body).eventType).sort()).toEqual(eventTypes.sort());
});
