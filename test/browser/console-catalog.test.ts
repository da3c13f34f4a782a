// Publishing the catalog from the console, and asking for a domain of its own.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene } from "./support/portal.ts";

const scene = new PortalScene({ OWN_HOSTS: "hooks.edgehook.example" });
beforeAll(async () => {
	await scene.start();
	await scene.installation.call("POST", "/event-type/", { name: "invoice.paid" });
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

test("The catalog is published once it has a name, and taken back", async () => {
	const { orgId } = await scene.installation.call("GET", "/auth/whoami/");
	const url = `${scene.installation.server.url}/catalog/${orgId}`;
	const page = await openConsole(scene, "/catalog");
	const isPublic = page.getByLabel("Anybody may read the catalog");
	expect(await isPublic.isDisabled()).toBe(true);
	expect((await fetch(url)).status).toBe(404);
	await page.getByLabel("Display name").fill("Acme");
	await isPublic.check();
	await page.getByText("The catalog is public").waitFor();
	await expectAccessible(page);
	const address = page.getByRole("link", { name: url, exact: true });
	expect(await address.getAttribute("href")).toBe(url);
	await expect.poll(async () => (await fetch(url)).status).toBe(200);
	expect(await (await fetch(url)).text()).toContain("invoice.paid");
	await isPublic.uncheck();
	await page.getByText("Not public").waitFor();
	expect(await scene.installation.call("GET", "/environment/settings/")).toMatchObject({
		displayName: "Acme",
		isCatalogPublic: false,
	});
});

test("A domain shows its records, becomes active, and is deleted with its name typed", async () => {
	const page = await openConsole(scene, "/catalog", { theme: "dark", size: NARROW });
	await page.getByRole("button", { name: "Add a domain" }).click();
	const dialog = page.getByRole("dialog");
	await page.getByLabel("Host name").fill("nonsense");
	await dialog.getByRole("button", { name: "Add a domain" }).click();
	await dialog.locator(".field .error").waitFor();
	await expectAccessible(page);
	await page.getByLabel("Host name").fill("events.acme-shop.com");
	await dialog.getByRole("button", { name: "Add a domain" }).click();
	await page.getByText("Waiting for DNS").waitFor();
	await page.getByText("CNAME", { exact: true }).waitFor();
	await expectAccessible(page);
	expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
	const { data } = await scene.installation.call("GET", "/environment/domain/");
	await scene.installation.call("PUT", `/operator/domain/${data[0].id}/`, { active: true });
	await page.getByRole("button", { name: "Look again" }).click();
	await page.getByText("Active", { exact: true }).waitFor();
	await page.getByRole("button", { name: "Delete events.acme-shop.com" }).click();
	await page.getByLabel(/^Type events/).fill("events.acme-shop.com");
	await page.getByRole("button", { name: "Delete domain" }).click();
	await page.getByText("events.acme-shop.com was deleted").waitFor();
	expect((await scene.installation.call("GET", "/environment/domain/")).data).toEqual([]);
});
