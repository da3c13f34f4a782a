// Copying where the browser closes the clipboard to the page: the older command does it, in a frame and in a dialog.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole } from "./support/console.ts";
import { HostPage } from "./support/host-page.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();

/** Its frame may not use the clipboard. */
const host =
	new HostPage(`<!doctype html><title>Host</title><iframe title="Webhooks" width="1000" height="700"></iframe>
<textarea aria-label="Pasted"></textarea>`);

beforeAll(async () => {
	await scene.start();
	await host.start();
});
afterEach(() => scene.leave());
afterAll(async () => {
	host.stop();
	await scene.stop();
});

/** Runs in the page: what the newer way answers there. */
const writeAnew = () =>
	navigator.clipboard.writeText("by the newer way").then(
		() => "written",
		(error: unknown) => (error instanceof Error ? error.name : "refused"),
	);

async function paste(page: Page, field: string): Promise<string> {
	const box = page.getByRole("textbox", { name: field });
	await box.click();
	await page.keyboard.press("Control+V");
	return await box.inputValue();
}

test("In a frame that may not use the clipboard, an id is copied all the same", async () => {
	const customer = await scene.customer("copies");
	const { id } = await customer.endpoint("e");
	const page = await scene.page();
	await page.goto(host.url);
	const link = await scene.link(customer, { look: { next: `/endpoints/${id}` } });
	await page.locator("iframe").evaluate((frame, src) => frame.setAttribute("src", src), link);
	const copy = page.frameLocator("iframe").getByRole("button", { name: "Copy ID" });
	await copy.waitFor();
	expect(await page.frames()[1]?.evaluate(writeAnew)).toBe("NotAllowedError");
	await copy.click();
	await page.frameLocator("iframe").getByRole("button", { name: "Copied" }).waitFor();
	expect(await paste(page, "Pasted")).toBe(id);
	expect(await page.frameLocator("iframe").locator("textarea.unseen").count()).toBe(0);
});

test("In a dialog, which makes the rest of the page inert, it is copied, too", async () => {
	const page = await openConsole(scene, "/api-keys");
	// What is not named here is refused.
	await page.context().grantPermissions(["geolocation"]);
	await page.getByRole("button", { name: "Create API key" }).first().click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Name").fill("Copied");
	await dialog.getByRole("button", { name: "Create key" }).click();
	const key = await dialog.locator(".shown-once code").textContent();
	expect(await page.evaluate(writeAnew)).toBe("NotAllowedError");
	const copy = dialog.locator(".shown-once").getByRole("button");
	await copy.click();
	await dialog.getByRole("button", { name: "Copied" }).waitFor();
	expect(await copy.evaluate((button) => button === document.activeElement)).toBe(true);
	await dialog.getByRole("button", { name: "I have stored it" }).click();
	await page.getByRole("button", { name: "Create API key" }).first().click();
	expect(await paste(page, "Name")).toBe(key);
});
