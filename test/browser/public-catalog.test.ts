// The public catalog as anybody meets it: with and without a script, light and dark, and on a host of its own.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const HOST = "webhooks.customer.example";
const scene = new PortalScene({ OWN_HOSTS: "hooks.edgehook.example" });
const EVIL = `</code><script>document.title="evil"</script><img src=x onerror="document.title='evil'">`;
const SCHEMA = {
	type: "object",
	required: ["id"],
	properties: {
		id: { type: "string", description: EVIL },
		lines: {
			type: "array",
			items: { type: "object", properties: { amount: { type: "integer" } } },
		},
	},
	examples: [{ id: EVIL, lines: [{ amount: 5 }] }],
};
const LOOK = {
	displayName: "Acme",
	isCatalogPublic: true,
	colorPaletteLight: { primary: "#7a3cff", textSecondary: "#cccccc" },
	colorPaletteDark: { primary: "#7a3cff" },
};
let base = "";

beforeAll(async () => {
	await scene.start([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]);
	const { installation } = scene;
	const put = (name: string, fields: object) =>
		installation.call("PUT", `/event-type/${name}/`, fields);
	await put("invoice.paid", { description: "An invoice was paid", schemas: { 1: SCHEMA } });
	await put("invoice.voided", { description: "Never mind", deprecated: true });
	await put("user.created", { description: EVIL });
	await put("secret.plan", { featureFlags: ["beta"] });
	await installation.call("PATCH", "/environment/settings/", LOOK);
	const { orgId } = await installation.call("GET", "/auth/whoami/");
	base = `${installation.server.url}/catalog/${orgId}`;
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

async function expectSound(page: Page): Promise<void> {
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
	expect(await page.title()).not.toBe("evil");
	expect(await page.locator("img").count()).toBe(0);
}

test.each([
	["light", WIDE],
	["light", NARROW],
	["dark", WIDE],
	["dark", NARROW],
] as const)("everything is there to read (%s, %o)", async (theme, size) => {
	const page = await scene.page({ theme, size });
	const hosts = new Set<string>();
	page.on("request", (request) => hosts.add(new URL(request.url()).host));
	await page.goto(base);
	await page.getByRole("heading", { level: 1, name: "Acme webhook events" }).waitFor();
	expect(await page.getByText("An invoice was paid").isVisible()).toBe(true);
	expect(await page.getByText("deprecated", { exact: true }).count()).toBe(1);
	expect(await page.getByText("secret.plan").count()).toBe(0);
	await expectSound(page);
	await page.goto(`${base}/invoice.paid`);
	await page.getByRole("heading", { level: 1, name: "invoice.paid" }).waitFor();
	await expectSound(page);
	expect([...hosts]).toEqual([new URL(base).host]);
});

test("a script searches as one types, copies, and leads to a type", async () => {
	const page = await scene.page();
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.goto(base);
	await page.getByRole("searchbox").fill("VOIDED");
	await page.getByText("1 of 3 event types").waitFor();
	expect(await page.locator("article:visible").count()).toBe(1);
	expect(new URL(page.url()).searchParams.get("q")).toBe("VOIDED");
	await page.getByRole("searchbox").fill("nothing at all");
	await page.getByText("No event type fits these words.").waitFor();
	await page.getByRole("searchbox").fill("");
	await page.locator("figure").first().getByRole("button", { name: "Copy" }).click();
	await page.getByRole("button", { name: "Copied" }).waitFor();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(JSON.parse(copied)).toEqual(SCHEMA.examples[0]);
	await page.goto(`${base}#user.created`);
	expect(await page.locator("article:target").getAttribute("id")).toBe("user.created");
});

test("without a script it shows the same, opens what is closed, and finds words", async () => {
	const page = await scene.page();
	const still = await page.context().browser()?.newContext({ javaScriptEnabled: false });
	if (still === undefined) throw new Error("no browser");
	try {
		const reader = await still.newPage();
		await reader.goto(base);
		expect(await reader.locator("article").count()).toBe(3);
		expect(await reader.getByText('"amount"').isVisible()).toBe(true);
		expect(await reader.getByText("webhook-signature").isVisible()).toBe(true);
		const item = reader.getByText("Each item");
		await item.click();
		expect(await reader.locator("code", { hasText: /^amount$/ }).isVisible()).toBe(true);
		await reader.getByRole("searchbox").fill("voided");
		await reader.getByRole("button", { name: "Search" }).click();
		await reader.getByText("1 of 3 event types").waitFor();
		expect(await reader.locator("article").count()).toBe(1);
		await reader.getByRole("link", { name: "Show all" }).click();
		await reader.getByText("3 event types", { exact: true }).waitFor();
	} finally {
		await still.close();
	}
});

test("a domain of the organisation's own shows it, and stops at once when it is removed", async () => {
	const { installation } = scene;
	const domain = await installation.call("POST", "/environment/domain/", {
		hostname: HOST,
		serves: "catalog",
	});
	const own = `http://${HOST}:${new URL(base).port}`;
	const page = await scene.page();
	expect((await page.goto(own))?.status()).toBe(404);
	await installation.call("PUT", `/operator/domain/${domain.id}/`, { active: true });
	expect((await page.goto(own))?.status()).toBe(200);
	await page.locator("nav.contents").getByRole("link", { name: "user.created" }).click();
	expect(page.url()).toBe(`${own}/#user.created`);
	// Its style and its script came from there, too.
	expect(await page.getByRole("button", { name: "Copy" }).first().isVisible()).toBe(true);
	await expectSound(page);
	await installation.call("DELETE", `/environment/domain/${domain.id}/`);
	expect((await page.goto(own))?.status()).toBe(404);
	expect(await page.textContent("body")).toContain("There is nothing at this host.");
});
