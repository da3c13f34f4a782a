// What a deleted application takes with it: its endpoints, what they hold, and what their lanes owe.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { EndpointId } from "../../src/core/ids.ts";
import { newApp, newTarget, until } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";
import { laneOf, rowsOf } from "../support/delivery.ts";

const rowsIn = async (app: string) =>
	(
		await env.DB.prepare("SELECT * FROM endpoints WHERE application_id = ?1").bind(app).all<{
			uid: string | null;
			secrets: string;
			headers: string | null;
			deleted_at: number | null;
		}>()
	).results;

test("the endpoints of a deleted application are deleted, and their secrets wiped", async () => {
	const api = await newCheckedApi();
	const [app, other] = [await newApp(api), await newApp(api)];
	for (let i = 0; i < 30; i++) {
		const body = { uid: `e${i}`, url: newTarget().url, headers: { "x-a": "1" } };
		await api("POST", `/app/${app}/endpoint`, body);
	}
	const { body: kept } = await api("POST", `/app/${other}/endpoint`, { url: newTarget().url });
	const { body: gone } = await api("GET", `/app/${app}/endpoint/e0`);
	await api("DELETE", `/app/${app}/endpoint/e0`);
	const [before] = (await rowsIn(app)).filter((row) => row.deleted_at !== null);
	expect((await api("DELETE", `/app/${app}`)).status).toBe(204);
	const rows = await rowsIn(app);
	expect(rows).toHaveLength(30);
	for (const row of rows) {
		expect(row).toMatchObject({ uid: null, secrets: "", headers: null });
		expect(row.deleted_at).toEqual(expect.any(Number));
	}
	expect(rows.find((row) => row.deleted_at === before?.deleted_at)).toMatchObject({ id: gone.id });
	expect((await api("GET", `/app/${other}/endpoint/${kept.id}/secret`)).status).toBe(200);
	expect((await rowsIn(other))[0]?.deleted_at).toBeNull();
});

test("the lanes of a deleted application owe nothing more", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const ids: EndpointId[] = [];
	for (let i = 0; i < 3; i++) {
		const { body } = await api("POST", `/app/${app}/endpoint`, {
			url: newTarget("?status=500").url,
		});
		ids.push(body.id);
	}
	await api("POST", `/app/${app}/msg`, { eventType: "a", payload: {} });
	const owed = async () =>
		(await Promise.all(ids.map((id) => rowsOf(laneOf(id).laneStub, "deliveries")))).map(
			({ length }) => length,
		);
	await until(owed, (counts) => counts.every((count) => count === 1));
	await until(
		() => Promise.all(ids.map((id) => rowsOf(laneOf(id).laneStub, "attempts"))),
		(all) => all.every((rows) => rows.length === 1),
	);
	await api("DELETE", `/app/${app}`);
	expect(await owed()).toEqual([0, 0, 0]);
});
