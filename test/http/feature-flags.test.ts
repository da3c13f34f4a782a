// Flags hide event types from tokens, and change nothing else.
import { expect, test } from "vitest";
import { newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { newToken } from "../support/tokens.ts";

async function newScene(featureFlags?: string[]) {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "open" });
	await api("POST", "/event-type", { name: "beta", featureFlags: ["f1", "f2"] });
	await api("POST", "/event-type", { name: "gamma", featureFlag: "f3" });
	const app = (await api("POST", "/app", { name: "A" })).body.id;
	const token = await newToken(api, app, featureFlags === undefined ? {} : { featureFlags });
	const names = async () => {
		const reply = await token("GET", "/event-type");
		return reply.body.data.map(({ name }: { name: string }) => name);
	};
	return { api, app, token, names };
}

test.each([
	[undefined, ["open"]],
	[["other"], ["open"]],
	[["f2"], ["beta", "open"]],
	[
		["f1", "f3"],
		["beta", "gamma", "open"],
	],
])("a token with the flags %j sees %j", async (flags, seen) => {
	const { api, token, names } = await newScene(flags);
	expect(await names()).toEqual(seen);
	for (const name of ["open", "beta", "gamma"]) {
		const reply = await token("GET", `/event-type/${name}`);
		if (seen.includes(name)) expect(reply.status).toBe(200);
		else expectError(reply, 404, "not_found", "Entity not found");
	}
	expect((await api("GET", "/event-type")).body.data).toHaveLength(3);
});

test("pages of a token are full, whatever is hidden between", async () => {
	const { token } = await newScene(["f3"]);
	const first = await token("GET", "/event-type?limit=1");
	expect(first.body).toMatchObject({ data: [{ name: "gamma" }], done: false });
	const next = await token("GET", `/event-type?limit=1&iterator=${first.body.iterator}`);
	expect(next.body).toMatchObject({ data: [{ name: "open" }], done: true });
});

test("removing the flag shows the event type to everybody", async () => {
	const { api, names } = await newScene();
	await api("POST", "/event-type/beta/", { featureFlag: null });
	expect(await names()).toEqual(["beta", "open"]);
	await api("PATCH", "/event-type/gamma", { featureFlags: null });
	expect(await names()).toEqual(["beta", "gamma", "open"]);
});

test("what is hidden cannot be subscribed to, as if it were not there, but stays where it is", async () => {
	const { api, app, token } = await newScene();
	const path = `/app/${app}/endpoint`;
	const { url } = newTarget();
	const message = "The following event types don't exist: 'beta'";
	const refused = await token("POST", path, { url, eventTypes: ["open", "beta"] });
	expectIssues(refused, ["body", "eventTypes"]);
	expect(refused.body.detail[0].msg).toBe(message);

	const { body } = await api("POST", path, { url, eventTypes: ["beta"] });
	const own = `${path}/${body.id}`;
	expect((await token("GET", own)).body.eventTypes).toEqual(["beta"]);
	const kept = await token("PATCH", own, { eventTypes: ["beta", "open"] });
	expect(kept.body.eventTypes).toEqual(["beta", "open"]);
	expect((await token("PUT", own, { url, eventTypes: ["beta"] })).status).toBe(200);
	expectIssues(await token("PATCH", own, { eventTypes: ["beta", "gamma"] }), [
		"body",
		"eventTypes",
	]);
	await token("PATCH", own, { eventTypes: ["open"] });
	expectIssues(await token("PATCH", own, { eventTypes: ["beta"] }), ["body", "eventTypes"]);
});

test("an example of what is hidden is sent only to an endpoint that has it", async () => {
	const { api, app, token } = await newScene();
	await api("PATCH", "/event-type/beta", { example: { id: 1 } });
	const path = `/app/${app}/endpoint`;
	const plain = (await api("POST", path, { url: newTarget().url })).body.id;
	const own = (await api("POST", path, { url: newTarget().url, eventTypes: ["beta"] })).body.id;
	const example = { eventType: "beta" };
	const refused = await token("POST", `${path}/${plain}/send-example`, example);
	expectError(refused, 404, "not_found", "There is no event type 'beta'");
	expect((await token("POST", `${path}/${own}/send-example`, example)).status).toBe(200);
	expect((await api("POST", `${path}/${plain}/send-example`, example)).status).toBe(200);
});

test("flags never change delivery", async () => {
	const { api, app } = await newScene();
	const [all, some] = [newTarget(), newTarget()];
	await api("POST", `/app/${app}/endpoint`, { url: all.url });
	await api("POST", `/app/${app}/endpoint`, { url: some.url, eventTypes: ["beta"] });
	await api("POST", `/app/${app}/msg`, { eventType: "beta", payload: {} });
	for (const target of [all, some]) await until(target.seen, (seen) => seen.length === 1);
});
