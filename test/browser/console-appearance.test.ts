// The look of the portal, chosen in the console and seen by a customer; and which pages may frame it.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene();
let customer: Customer;
beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("looks");
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const settings = () => scene.installation.call("GET", "/environment/settings/");

test("A look is chosen beside a picture of the portal, and the portal shows it once it is saved", async () => {
	const before = await settings();
	const page = await openConsole(scene, "/appearance");
	await page.getByLabel("Display name").fill("Contoso");
	await page.getByRole("textbox", { name: "Main colour, light", exact: true }).fill("#7a1fa2");
	await page.getByLabel("Buttons", { exact: true }).selectOption("full");
	await page.getByLabel("Fields", { exact: true }).selectOption("none");
	await page.getByLabel("Size of letters").fill("18");
	const [light, dark] = [page.locator("[data-mode=light]"), page.locator("[data-mode=dark]")];
	const button = light.locator(".button.primary");
	await expect
		.poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
		.toBe("rgb(122, 31, 162)");
	expect(
		await dark.locator(".button.primary").evaluate((one) => getComputedStyle(one).backgroundColor),
	).toBe("rgb(98, 202, 190)");
	expect(await light.getByText("Contoso").count()).toBe(1);
	await page.getByText(/Contrast [0-9.]+:1, easy to read/).waitFor();
	await page.getByRole("textbox", { name: "Main colour, dark", exact: true }).fill("#333333");
	await page.getByText(/is too little to read/).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Unset: Main colour, dark" }).click();
	expect(await settings()).toEqual(before);

	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText(/^Saved\./).waitFor();
	expect(await settings()).toEqual({
		...before,
		displayName: "Contoso",
		baseFontSizePx: 18,
		borderRadius: { button: "full", input: "none", card: "full" },
		colorPaletteLight: { primary: "#7a1fa2" },
	});
	const portal = await scene.open(customer);
	await portal.getByText("Contoso").waitFor();
	const real = portal.getByRole("link", { name: "Add endpoint" });
	expect(await real.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
		"rgb(122, 31, 162)",
	);
	expect(await portal.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
		"18px",
	);
});

test.each([
	["light", WIDE],
	["dark", NARROW],
] as const)("All colours, a refusal, and the way back (%s, %o)", async (theme, size) => {
	await scene.installation.call("PATCH", "/environment/settings/", { displayName: "Back" });
	const before = await settings();
	const page = await openConsole(scene, "/appearance", { theme, size });
	await page.getByText("All other colours").click();
	await page.getByRole("textbox", { name: "Page, light", exact: true }).fill("not a colour");
	await page.getByText("Write a colour as #1a2b3c.").waitFor();
	await page.getByLabel("Logo").fill("http://example.com/logo.svg");
	await page.getByText("This is no address that begins with https://.").waitFor();
	await expectAccessible(page);
	expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText(/logoUrl: must be an https URL/).waitFor();
	await page.getByRole("button", { name: "Discard changes" }).click();
	expect(await page.getByLabel("Logo").inputValue()).toBe("");
	await page.getByRole("textbox", { name: "Page, light", exact: true }).fill("#fff8e1");
	await page.getByRole("button", { name: "Back to the original look" }).click();
	expect(await page.getByRole("textbox", { name: "Page, light", exact: true }).inputValue()).toBe(
		"",
	);
	expect(await settings()).toEqual(before);
});

test("Pages that may frame the portal are listed, and the portal can be made read-only", async () => {
	const page = await openConsole(scene, "/embedding", { theme: "dark" });
	await page.getByLabel("Origin", { exact: true }).fill("app.example.com");
	await page.keyboard.press("Enter");
	await page.getByText(/Write an origin such as/).waitFor();
	await expectAccessible(page);
	await page.getByLabel("Origin", { exact: true }).fill("https://App.example.com/some/page");
	await page.keyboard.press("Enter");
	await page.getByText("https://app.example.com", { exact: true }).waitFor();
	expect((await settings()).portalFrameAncestors).toEqual([]);
	await page.getByRole("button", { name: "Save the list" }).click();
	await page.getByText("The list was saved").waitFor();
	await page.getByLabel("The portal is read-only").check();
	await page.getByText("The portal is read-only now").waitFor();
	expect(await settings()).toMatchObject({
		portalFrameAncestors: ["https://app.example.com"],
		isPortalReadOnly: true,
	});
	const portal = await scene.open(customer);
	expect(await portal.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
	await page.getByRole("tab", { name: "React" }).click();
	await page.getByText("@edgehook/react").waitFor();
	await expectAccessible(page);
});
