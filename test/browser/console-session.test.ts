// Getting into the console and out of it: a key opens it, and its end leads back to where one was.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole, signIn } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const address = (path: string) => `${scene.installation.server.url}/console${path}`;

test.each(["light", "dark"] as const)(
	"What is no key of an organisation is refused in words (%s)",
	async (theme) => {
		const customer = await scene.customer(`refused-${theme}`);
		const access = `/auth/app-portal-access/${customer.uid}/`;
		const { token } = await scene.installation.call("POST", access, {});
		const page = await scene.page({ theme });
		await page.goto(address("/api-keys"));
		await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
		await expectAccessible(page);
		const field = page.getByLabel("API key");
		expect(await field.getAttribute("type")).toBe("password");
		expect(await field.getAttribute("autocomplete")).toBe("off");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText("Paste an API key.").waitFor();
		await signIn(page, "ehsk_nobody");
		await page.getByText("This key is not valid").waitFor();
		await signIn(page, "ключ 🔑");
		await page.getByText("This key is not valid").waitFor();
		await signIn(page, token);
		await page.getByText("This token is for one application only").waitFor();
		await expectAccessible(page);
		expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
	},
);

test("A key is kept in memory alone, unless the reader wants the tab to keep it", async () => {
	const page = await openConsole(scene, "/api-keys");
	await page.getByRole("heading", { name: "API keys" }).waitFor();
	await expect.poll(() => page.title()).toBe("API keys · First organisation");
	expect(page.url()).toBe(address("/api-keys"));
	expect(await page.evaluate(() => sessionStorage.getItem("console.key"))).toBe(null);
	await page.reload();
	await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
	await signIn(page, scene.installation.server.apiKey, true);
	await page.getByRole("heading", { name: "API keys" }).waitFor();
	await page.reload();
	await page.getByRole("heading", { name: "API keys" }).waitFor();
	expect(await page.context().cookies()).toEqual([]);
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	await page.getByRole("button", { name: "Log out" }).click();
	await page.getByText("You are logged out.").waitFor();
	await page.reload();
	await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
	expect(await page.evaluate(() => sessionStorage.getItem("console.key"))).toBe(null);
});

test("A key is made, shown once, used, and revoked: its session ends and goes on with another", async () => {
	const page = await openConsole(scene, "/api-keys");
	await page.getByRole("button", { name: "Create API key" }).click();
	await page.getByRole("button", { name: "Create key" }).click();
	await page.getByText("Write a name.").waitFor();
	await page.getByLabel("Name").fill("Warehouse");
	await page.getByLabel("Expires").selectOption("30");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Create key" }).click();
	await page.getByRole("heading", { name: "Your new API key" }).waitFor();
	await expectAccessible(page);
	const key = (await page.locator("dialog code").textContent()) ?? "";
	expect(key).toMatch(/^ehsk_/);
	await page.getByRole("button", { name: "I have stored it" }).click();
	expect(await page.content()).not.toContain(key);

	const other = await openConsole(scene, "/tasks", { key });
	await other.getByRole("heading", { name: "Background tasks" }).waitFor();
	const row = page.getByRole("row", { name: /Warehouse/ });
	await row.getByRole("button", { name: "Actions for Warehouse" }).click();
	await page.getByRole("menuitem", { name: "Revoke" }).click();
	const revoke = page.getByRole("button", { name: "Revoke" });
	expect(await revoke.isDisabled()).toBe(true);
	await page.getByLabel("Type Warehouse to go on").fill("Warehouse");
	await expectAccessible(page);
	await revoke.click();
	await row.getByText("Revoked").waitFor();

	await other.getByText("Your key is no longer valid").waitFor({ timeout: 20_000 });
	await expectAccessible(other);
	await signIn(other, scene.installation.server.apiKey);
	await other.getByRole("heading", { name: "Background tasks" }).waitFor();
});

test("The key in use is not revoked, and the dialog says how to go about it", async () => {
	const page = await openConsole(scene, "/api-keys", { theme: "dark" });
	const own = page.getByRole("row", { name: /in use here/ });
	await own.getByRole("button").click();
	await page.getByRole("menuitem", { name: "Revoke" }).click();
	await page.getByText("a key cannot revoke itself").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await expect.poll(() => page.locator("dialog").count()).toBe(0);
});

test("On a narrow screen all pages are behind one button, also for the keyboard", async () => {
	const page = await openConsole(scene, "", { size: NARROW });
	await page.getByRole("button", { name: "Menu" }).focus();
	await page.keyboard.press("Enter");
	await expectAccessible(page);
	await page.getByRole("link", { name: "API keys" }).focus();
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: "API keys" }).waitFor();
	expect(await page.getByRole("link", { name: "Usage" }).isVisible()).toBe(false);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(NARROW.width);
});

test("Nobody may frame the console", async () => {
	const answer = await fetch(address("/applications"));
	expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
	expect(answer.headers.get("cache-control")).toBe("no-store");
	expect((await fetch(address(""))).status).toBe(200);
});
