import { expect, test } from "vitest";
import { newApp, newTarget } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

const NONE = "exclude_apps_with_no_endpoints";
const DISABLED = "exclude_apps_with_disabled_endpoints";
const PLAY = "exclude_apps_with_svix_play_endpoints";

test("applications are left out by their endpoints", async () => {
	const api = await newCheckedApi();
	const make = async (uid: string, endpoints: object[]) => {
		await newApp(api, { uid });
		for (const more of endpoints) {
			await api("POST", `/app/${uid}/endpoint`, { url: newTarget().url, ...more });
		}
	};
	const play = { url: "https://play.svix.com/in/e_abc/" };
	await make("none", []);
	await make("live", [{}, { disabled: true }]);
	await make("off", [{ disabled: true }]);
	await make("play", [play]);
	await make("both", [play, {}]);
	await make("gone", [{}]);
	const { body } = await api("GET", "/app/gone/endpoint");
	await api("DELETE", `/app/gone/endpoint/${body.data[0].id}`);
	const uidsOf = async (...filters: string[]) => {
		const query = filters.map((filter) => `${filter}=true`).join("&");
		const reply = await api("GET", `/app?${query}`);
		// Ids of the same 4 ms have no order.
		return reply.body.data.map(({ uid }: { uid: string }) => uid).sort();
	};
	expect(await uidsOf()).toEqual(["both", "gone", "live", "none", "off", "play"]);
	expect(await uidsOf(NONE)).toEqual(["both", "live", "off", "play"]);
	expect(await uidsOf(DISABLED)).toEqual(["both", "gone", "live", "none", "play"]);
	expect(await uidsOf(PLAY)).toEqual(["both", "gone", "live", "none", "off"]);
	expect(await uidsOf(NONE, DISABLED, PLAY)).toEqual(["both", "live"]);
});

test("pages of a filtered list are full and lead on", async () => {
	const api = await newCheckedApi();
	const apps: string[] = [];
	for (let i = 0; i < 6; i++) apps.push(await newApp(api));
	// Ids of the same 4 ms have no order.
	apps.sort();
	const full = apps.filter((_, i) => i % 2 === 1);
	for (const app of full) await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
	const first = await api("GET", `/app?${NONE}=true&limit=2`);
	const next = await api("GET", `/app?${NONE}=true&limit=2&iterator=${first.body.iterator}`);
	const ids = [first, next].flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
	expect(ids).toEqual(full);
	expect([first.body.done, next.body.done]).toEqual([false, true]);
});

test.each([NONE, DISABLED, PLAY])("%s is true or false", async (field) => {
	const api = await newCheckedApi();
	expectIssues(await api("GET", `/app?${field}=1`), ["query", field]);
});
