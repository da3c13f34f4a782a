// The published client calls what is beyond plain sending, with its own names, defaults and reading of answers.
import { exports } from "cloudflare:workers";
import { Svix } from "svix";
import { expect, test } from "vitest";
import { newApi, newTarget, until } from "../support/api.ts";

async function newClient() {
	const { key } = await newApi();
	const send = (...args: Parameters<typeof fetch>) =>
		exports.default.fetch(new Request(args[0] as RequestInfo, args[1]));
	return new Svix(key, { serverUrl: "http://edgehook.test", fetch: send as typeof fetch });
}

test("messages of an endpoint, attempts with their messages, and a precheck", async () => {
	const svix = await newClient();
	const app = await svix.application.create({ name: "A" });
	const { id } = await svix.endpoint.create(app.id, { url: newTarget().url });
	const sent = await svix.message.create(app.id, { eventType: "a", payload: { n: 1 } });
	const list = await until(
		() => svix.messageAttempt.listAttemptedMessages(app.id, id, { withContent: true }),
		({ data }) => data[0]?.statusText === "success",
	);
	expect(list.data[0]).toMatchObject({ id: sent.id, payload: { n: 1 }, status: 0 });
	const options = { withMsg: true, expandedStatuses: true, eventTypes: ["a", "b"] };
	const attempts = await svix.messageAttempt.listByEndpoint(app.id, id, options);
	expect(attempts.data[0]?.msg).toMatchObject({ id: sent.id });
	expect(await svix.message.precheck(app.id, { eventType: "a" })).toEqual({ active: true });
	const filtered = await svix.application.list({ excludeAppsWithNoEndpoints: true });
	expect(filtered.data).toMatchObject([{ id: app.id }]);
});

test("statistics, forgetting all payloads, and their tasks", async () => {
	const svix = await newClient();
	const app = await svix.application.create({ name: "A" });
	await svix.message.create(app.id, { eventType: "a", payload: {} });
	const span = { since: new Date(0), until: new Date() };
	const usage = await svix.statistics.aggregateAppStats({ ...span, appIds: [app.id, "none"] });
	expect(usage.unresolvedAppIds).toEqual(["none"]);
	const types = await svix.statistics.aggregateEventTypes();
	const purge = await svix.message.expungeAllContents(app.id);
	for (const { id, task } of [usage, types, purge]) {
		const ended = await until(
			() => svix.backgroundTask.get(id),
			({ status }) => status === "finished",
		);
		expect(ended.task).toBe(task);
	}
});

test("the environment, out and in", async () => {
	const [from, to] = [await newClient(), await newClient()];
	await from.eventType.create({
		name: "a",
		description: "A",
		schemas: { "1": { type: "object" } },
	});
	const exported = await from.environment.export();
	await to.environment.import(exported);
	expect(await to.eventType.get("a")).toMatchObject({
		name: "a",
		schemas: { "1": { type: "object" } },
	});
});
