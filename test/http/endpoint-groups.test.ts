// An endpoint may ask for a whole group of event types, future ones too.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";
import { newToken } from "../support/tokens.ts";

async function newScene(...names: string[]) {
	const api = await newCheckedApi();
	for (const name of names) await api("POST", "/event-type", { name });
	const app = await newApp(api);
	return { api, app, path: `/app/${app}/endpoint` };
}

test("a group gets what begins with it, also what is described later, and is shown as it was given", async () => {
	const { api, app, path } = await newScene("invoice.paid", "order.placed");
	const target = newTarget();
	const { status, body } = await api("POST", path, { url: target.url, eventTypes: ["invoice.*"] });
	expect(status).toBe(201);
	expect(body).toMatchObject({ eventTypes: ["invoice.*"], filterTypes: ["invoice.*"] });
	await api("POST", "/event-type", { name: "invoice.later" });
	for (const eventType of [
		"order.placed",
		"invoices.paid",
		"invoice",
		"invoice.later",
		"invoice.paid",
	]) {
		await api("POST", `/app/${app}/msg`, { eventType, payload: {} });
	}
	const seen = await until(target.seen, ({ length }) => length >= 2);
	expect(seen.map(({ body: text }) => text)).toHaveLength(2);
	const { data } = (await api("GET", `${path}/${body.id}/msg`)).body;
	const types = data.map(({ eventType }: { eventType: string }) => eventType);
	expect(types.sort()).toEqual(["invoice.later", "invoice.paid"]);
});

test.each(["*", ".*", "invoice*", "invoice.*.*", "*.paid", "invoice.*.paid"])(
	"%s is no group",
	async (entry) => {
		const { api, path } = await newScene("invoice.paid");
		const refused = await api("POST", path, { url: newTarget().url, eventTypes: [entry] });
		expectIssues(refused, ["body", "eventTypes", 0]);
	},
);

test("a group without an event type that one sees is refused by its name, and stays where it is", async () => {
	const { api, app, path } = await newScene("invoice.paid", "invoicer.paid");
	await api("POST", "/event-type", { name: "beta.paid", featureFlag: "f" });
	const { url } = newTarget();
	const token = await newToken(api, app, {});
	const refused = await token("POST", path, { url, eventTypes: ["invoice.*", "beta.*", "in.*"] });
	expectIssues(refused, ["body", "eventTypes"]);
	expect(refused.body.detail[0].msg).toBe(
		"The following event types don't exist: 'beta.*', 'in.*'",
	);
	const { body } = await api("POST", path, { url, eventTypes: ["beta.*", "invoice.paid"] });
	await api("DELETE", "/event-type/beta.paid");
	await api("DELETE", "/event-type/invoice.paid");
	const own = `${path}/${body.id}`;
	expect((await token("PATCH", own, { eventTypes: body.eventTypes })).status).toBe(200);
	await token("PATCH", own, { eventTypes: null });
	expectIssues(await token("PATCH", own, { eventTypes: ["beta.*"] }), ["body", "eventTypes"]);
});
