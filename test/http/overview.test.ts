// All of an organisation's deliveries in one answer.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";

const DAY_MS = 86_400_000;

test("deliveries of every application are added up by day, and what fails is named", async () => {
	const api = await newCheckedApi();
	const [good, bad] = [await newApp(api), await newApp(api)];
	await api("POST", `/app/${good}/endpoint`, { url: newTarget().url });
	const failing = newTarget("?status=500");
	const { body: endpoint } = await api("POST", `/app/${bad}/endpoint`, { url: failing.url });
	await api("POST", `/app/${bad}/endpoint`, { url: newTarget().url, disabled: true });
	for (const app of [good, good, bad]) {
		await api("POST", `/app/${app}/msg`, { eventType: "user.created", payload: {} });
	}
	const { body } = await until(
		() => api("GET", "/environment/overview"),
		(reply) => reply.body.last24h.success === 2 && reply.body.last24h.fail >= 1,
	);
	expect(body).toMatchObject({
		counts: { applications: 2, endpoints: 3, disabled: 1, paused: 0 },
		silent: 0,
		done: true,
	});
	expect(body.days).toHaveLength(14);
	const days: { at: string; success: number; fail: number }[] = body.days;
	expect(days.reduce((sum, { success }) => sum + success, 0)).toBe(2);
	expect(Date.parse(body.until) - Date.parse(body.since)).toBe(14 * DAY_MS);
	// What a person disabled is as it should be.
	expect(body.attention).toMatchObject([
		{ appId: bad, endpointId: endpoint.id, url: failing.url, state: "failing", waiting: 1 },
	]);
	expect(body.attention[0].lastOutcomeText).toContain("500");
});

test("the next page begins after the iterator, without the counts", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const ids: string[] = [];
	for (let i = 0; i < 3; i++) {
		ids.push((await api("POST", `/app/${app}/endpoint`, { url: newTarget().url })).body.id);
	}
	const first = (await api("GET", "/environment/overview")).body;
	expect(first.counts.endpoints).toBe(3);
	const oldest = ids.sort()[0];
	expect(first.iterator).toBe(oldest);
	const last = (await api("GET", `/environment/overview?iterator=${oldest}`)).body;
	expect(last).toMatchObject({ counts: null, iterator: null, done: true });
});

test("one organisation sees nothing of another", async () => {
	const [mine, other] = [await newCheckedApi(), await newCheckedApi()];
	const app = await newApp(other);
	await other("POST", `/app/${app}/endpoint`, { url: newTarget().url });
	const { counts } = (await mine("GET", "/environment/overview")).body;
	expect(counts).toEqual({ applications: 0, endpoints: 0, disabled: 0, paused: 0 });
});

test("applications are found by a part of their name, uid or id", async () => {
	const api = await newCheckedApi();
	const make = async (name: string, uid: string): Promise<string> =>
		(await api("POST", "/app", { name, uid })).body.id;
	const acme = await make("Acme 100%", "customer-1");
	const other = await make("Globex", "customer-2");
	const found = async (search: string): Promise<string[]> => {
		const { body } = await api("GET", `/app?search=${encodeURIComponent(search)}`);
		return body.data.map(({ id }: { id: string }) => id);
	};
	expect(await found("ACME")).toEqual([acme]);
	expect(await found("%")).toEqual([acme]);
	expect(await found("customer-2")).toEqual([other]);
	expect(await found(other.slice(-12))).toEqual([other]);
	expect(await found("customer")).toHaveLength(2);
	expect(await found("nobody")).toEqual([]);
});
