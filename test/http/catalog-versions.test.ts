// The public catalog after event types change, and what readers of it cost.
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Api, newApi } from "../support/api.ts";
import { countRowsRead } from "../support/rows-read.ts";

const FORMS = ["", "?q=secret", "/secret.plan", "/event-types.json", "/event-types.md"];

async function newCatalog() {
	const api = await newApi();
	await api("PATCH", "/environment/settings", { displayName: "Acme", isCatalogPublic: true });
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	const read = async (path: string) => {
		const answer = await exports.default.fetch(`https://edgehook.test/catalog/${orgId}${path}`);
		return `${answer.status} ${await answer.text()}`;
	};
	const isShown = async () => {
		const texts = await Promise.all(FORMS.map(read));
		return texts.map((text) => text.includes("What nobody may know"));
	};
	return { api, orgId, read, isShown };
}

const ALL = FORMS.map(() => true);
const NONE = FORMS.map(() => false);
const DESCRIPTION = "What nobody may know";
const put = (api: Api, fields: object = {}) =>
	api("PUT", "/event-type/secret.plan", { description: DESCRIPTION, ...fields });

test("an event type that gets a flag, is archived or removed is gone at once, and back at once", async () => {
	const { api, isShown } = await newCatalog();
	expect(await isShown()).toEqual(NONE);
	expect(
		(await api("POST", "/event-type", { name: "secret.plan", description: DESCRIPTION })).status,
	).toBe(201);
	expect(await isShown()).toEqual(ALL);
	await api("PATCH", "/event-type/secret.plan", { featureFlags: ["beta"] });
	expect(await isShown()).toEqual(NONE);
	await api("PATCH", "/event-type/secret.plan", { featureFlags: null });
	expect(await isShown()).toEqual(ALL);
	await api("DELETE", "/event-type/secret.plan");
	expect(await isShown()).toEqual(NONE);
	await put(api);
	expect(await isShown()).toEqual(ALL);
	await api("DELETE", "/event-type/secret.plan?expunge=true");
	expect(await isShown()).toEqual(NONE);
});

test("what imports change is changed at once", async () => {
	const { api, isShown } = await newCatalog();
	await put(api);
	expect(await isShown()).toEqual(ALL);
	const spec = (webhooks: object) => ({
		openapi: "3.1.0",
		info: { title: "A", version: "1" },
		webhooks,
	});
	const post = { description: DESCRIPTION, responses: { 200: { description: "" } } };
	const importSpec = async (webhooks: object, replaceAll: boolean) => {
		const body = { spec: spec(webhooks), replaceAll };
		const reply = await api("POST", "/event-type/import/openapi", body);
		expect(reply.status, reply.text).toBe(200);
	};
	await importSpec({ other: { post } }, true);
	expect((await isShown())[2]).toBe(false);
	await importSpec({ "secret.plan": { post } }, false);
	expect(await isShown()).toEqual(ALL);

	const { body: environment } = await api("POST", "/environment/export");
	const hidden = environment.eventTypes.map((type: object) => ({
		...type,
		featureFlags: ["beta"],
	}));
	const importTypes = async (body: object) => {
		const reply = await api("POST", "/environment/import", body);
		expect(reply.status, reply.text).toBeLessThan(300);
	};
	await importTypes({ ...environment, settings: null, eventTypes: hidden });
	expect(await isShown()).toEqual(NONE);
	// With settings in the same transaction, too.
	await importTypes(environment);
	expect(await isShown()).toEqual(ALL);
});

test("event types are written where nothing was ever set, and one import is one new version", async () => {
	const api = await newApi();
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	expect((await put(api)).status).toBe(201);
	const versionOf = () =>
		env.DB.prepare("SELECT updated_at FROM settings WHERE organisation_id = ?1")
			.bind(orgId)
			.first("updated_at");
	expect(await versionOf()).toBeNull();
	await api("PATCH", "/environment/settings", { displayName: "Acme" });
	const before = await versionOf();
	await put(api, { deprecated: true });
	// Nobody reads it: its publication will be a version of its own.
	expect(await versionOf()).toBe(before);
	await api("PATCH", "/environment/settings", { isCatalogPublic: true });
	const later = Date.now() + 60_000;
	const set = env.DB.prepare("UPDATE settings SET updated_at = ?1 WHERE organisation_id = ?2");
	await set.bind(later, orgId).run();
	await put(api, { deprecated: false });
	expect(await versionOf()).toBe(later + 1);
	const environment = (await api("POST", "/environment/export")).body;
	await api("POST", "/environment/import", { ...environment, settings: null });
	expect(await versionOf()).toBe(later + 2);
});

test("settings and event types that change at the same time all hold", async () => {
	const { api, read } = await newCatalog();
	const names = Array.from({ length: 8 }, (_, i) => `type.n${i}`);
	const replies = await Promise.all(
		names.flatMap((name, i) => [
			api("PUT", `/event-type/${name}`, { description: name }),
			api("PATCH", "/environment/settings", { displayName: `Acme ${i}` }),
		]),
	);
	for (const reply of replies) expect(reply.status, reply.text).toBeLessThan(300);
	const page = await read("");
	for (const name of names) expect(page).toContain(`id="${name}"`);
});

test.each([
	["whole", 60],
	["of many pages", 2000],
])(
	"20 searches and 20 pages of a catalog that is shown %s read its settings alone",
	async (_, count) => {
		const { orgId, read } = await newCatalog();
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
		 INSERT INTO event_types (organisation_id, name, description, archived, deprecated, created_at, updated_at)
		 SELECT ?1, 'type.n' || i, 'The event ' || i, 0, 0, 1, 1 FROM n`,
		)
			.bind(orgId, count)
			.run();
		expect(await read("")).toContain(`${count} event types`);
		const words = Array.from({ length: 20 }, (_, i) => `?q=event+${i}&page=${i + 1}`);
		const pages = Array.from({ length: 20 }, (_, i) => `?page=${i + 500}`);
		const rows = await countRowsRead(async () => {
			for (const path of [...words, ...pages]) expect(await read(path)).toMatch(/^200 /);
		});
		expect(rows).toBe(40);
		expect(await read("?q=event+17")).toMatch(/<bdi>type\.n17<\/bdi>/);
		expect(await read("?page=700")).toBe(await read(`?page=${count > 100 ? 10 : 1}`));
	},
);

test("a page that there is not is kept as the one that it stands for", async () => {
	const { orgId, api, read } = await newCatalog();
	await put(api);
	await read("?page=77");
	const version = await env.DB.prepare("SELECT updated_at FROM settings WHERE organisation_id = ?1")
		.bind(orgId)
		.first("updated_at");
	const { createPageCache } = await import("../../src/platform/page-cache.ts");
	const isKept = async (page: number) => {
		const asked = { kind: "overview", words: "", page };
		const name = JSON.stringify([orgId, version, `/catalog/${orgId}`, asked]);
		return (await createPageCache().match(name)) !== undefined;
	};
	await expect.poll(() => isKept(1)).toBe(true);
	expect(await isKept(77)).toBe(false);
});
