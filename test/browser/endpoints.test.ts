// The list of endpoints: how each does, found by words and status, in every theme and width.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene();
let customer: Customer;

beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("endpoints");
	await customer.endpoint("good", "", { description: "Orders into the warehouse" });
	await customer.endpoint("bad", "?status=500", { description: "<img src=x onerror=alert(1)>" });
	await customer.endpoint("off", "", { disabled: true });
	await customer.sendMany(3);
	await customer.arrives("good", 3);
	await waitFor("the failing one was tried", () => customer.ids("bad").length >= 3);
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

test.each([
	["light", WIDE],
	["dark", WIDE],
	["light", NARROW],
	["dark", NARROW],
] as const)(
	"It shows every endpoint with its day, and shuts nobody out (%s, %o)",
	async (theme, size) => {
		const page = await scene.open(customer, { theme, size });
		const row = (text: string) => page.getByRole("row").filter({ hasText: text });
		await expect.poll(() => row("-good").textContent()).toContain("100%");
		expect(await row("-good").textContent()).toContain("Active");
		expect(await row("-good").textContent()).toContain("Orders into the warehouse");
		await expect.poll(() => row("-bad").textContent()).toContain("Failing");
		expect(await row("-bad").textContent()).toContain("<img src=x onerror=alert(1)>");
		expect(await row("-off").textContent()).toContain("Disabled");
		expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
		await expectAccessible(page);
		const isScrolled = await page.evaluate(() => document.body.scrollWidth > innerWidth);
		expect(isScrolled).toBe(false);
	},
);

test("Words and status find endpoints, stay in the address, and can be taken back", async () => {
	const page = await scene.open(customer);
	await page.getByRole("searchbox").fill("warehouse");
	await expect.poll(() => page.getByRole("row").count()).toBe(2);
	expect(page.url()).toContain("search=warehouse");
	await page.getByRole("combobox", { name: "Status" }).selectOption("disabled");
	await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Clear filters" }).click();
	await expect.poll(() => page.getByRole("row").count()).toBe(4);
	expect(await page.getByRole("searchbox").inputValue()).toBe("");
	await page.reload();
	await expect.poll(() => page.getByRole("row").count()).toBe(4);
});

test("Who may only look is not offered to add", async () => {
	const viewer = await scene.open(customer, { access: { capabilities: ["ViewBase"] } });
	await expect.poll(() => viewer.getByRole("row").count()).toBe(4);
	expect(await viewer.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
	const manager = await scene.open(customer);
	await manager.getByRole("link", { name: "Add endpoint" }).waitFor();
});

test("An error is told, and trying again helps", async () => {
	const page = await scene.open(customer);
	await page.route("**/endpoint-overview/**", (route) => route.abort());
	await page.getByRole("searchbox").fill("good");
	await page.getByRole("heading", { name: "This could not be loaded" }).waitFor();
	await expectAccessible(page);
	await page.unroute("**/endpoint-overview/**");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect.poll(() => page.getByRole("row").count()).toBe(2);
});

test("The keyboard alone reaches the content, the menu of pages and the theme", async () => {
	const page = await scene.open(customer);
	await page.keyboard.press("Tab");
	expect(await page.locator(":focus").textContent()).toBe("Skip to content");
	await page.keyboard.press("Enter");
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
	await page.getByRole("radio", { name: "Dark" }).focus();
	await page.keyboard.press("Space");
	expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
});
