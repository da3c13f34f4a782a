// Every screen at once: shut to nobody in either theme, without a breach of its policy, at twice the size, in forced
// colours, and without anything to change for who may only look.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CONSOLE_ROUTES } from "../../portal/src/console/routes.ts";
import { fillPattern, ROUTES } from "../../portal/src/lib/routes.ts";
import type { Customer } from "../support/journey.ts";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
let customer: Customer;
/** Of the names in addresses. */
const values: Record<string, string> = { name: "order.paid" };

const THEMES = ["light", "dark"] as const;
/** Many screens, one after the other, on a busy machine. */
const LONG_MS = 300_000;
/** What a window of 1280 pixels shows when everything is twice as large. */
const ZOOMED = { width: 640, height: 400 };
/** As far as to the content of any page. */
const STEPS = 16;
const CHANGES =
	/^(add|cancel|create|delete|disable|edit|enable|pause|recover|replay|resend|rotate|save|send)\b/i;

beforeAll(async () => {
	await scene.start();
	const schema = { type: "object", properties: { id: { type: "string" } } };
	const type = { name: "order.paid", description: "About it", schemas: { 1: schema } };
	await scene.installation.call("POST", "/event-type/", type);
	customer = await scene.customer("screens");
	values.endpointId = (await customer.endpoint("one", "?status=500,200")).id;
	values.messageId = await customer.send("order.paid");
	values.appId = (await customer.call("GET", "/")).id;
	await customer.arrives("one", 1);
	await customer.call("POST", "/endpoint/one/bulk-replay/", {
		since: new Date(Date.now() - 3_600_000).toISOString(),
	});
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const pathsOf = (routes: Readonly<Record<string, string>>) =>
	Object.values(routes).map((pattern) => fillPattern(pattern, values));

/** Goes there in the open session, until what the page asks for is there. */
async function visit(page: Page, base: string, path: string): Promise<void> {
	await page.goto(base + path);
	await page.locator("main h1").waitFor();
	await page.waitForLoadState("networkidle");
	await expect.poll(() => page.locator("main .skeleton").count()).toBe(0);
}

/** No page is wider than its window, and whatever the keyboard reaches can be seen to be reached. */
async function expectUsable(page: Page, path: string): Promise<void> {
	const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(width, path).toBeLessThanOrEqual(0);
	const hidden: string[] = [];
	for (let step = 0; step < STEPS; step++) {
		await page.keyboard.press("Tab");
		const reached = await page.evaluate(() => {
			const element = document.activeElement;
			if (element === null || element === document.body) return null;
			// What is drawn instead of a native control stands beside it, in the same label.
			const drawn = [element, ...(element.closest("label")?.querySelectorAll("*") ?? [])];
			const isSeen = drawn.some((one) => {
				const { outlineStyle, outlineWidth } = getComputedStyle(one);
				return outlineStyle !== "none" && outlineWidth !== "0px";
			});
			return { isSeen, html: element.outerHTML.slice(0, 120) };
		});
		if (reached?.isSeen === false) hidden.push(reached.html);
	}
	expect(hidden, path).toEqual([]);
}

test.each(THEMES)(
	"Every screen of the portal shuts nobody out (%s)",
	{ timeout: LONG_MS },
	async (theme) => {
		const page = await scene.open(customer, { theme });
		const base = `${scene.installation.server.url}/app/${values.appId}`;
		for (const path of [...pathsOf(ROUTES), "/nothing-here"]) {
			await visit(page, base, path);
			expect(await page.locator("html").getAttribute("data-theme")).toBe(theme);
			await expectAccessible(page);
		}
	},
);

test.each(THEMES)(
	"Every screen of the console shuts nobody out (%s)",
	{ timeout: LONG_MS },
	async (theme) => {
		const page = await openConsole(scene, "", { theme, isKept: true });
		const base = `${scene.installation.server.url}/console`;
		for (const path of pathsOf(CONSOLE_ROUTES)) {
			await visit(page, base, path);
			await expectAccessible(page);
		}
	},
);

test("Every screen of the portal works at twice the size and in forced colours", {
	timeout: LONG_MS,
}, async () => {
	const page = await scene.open(customer, { size: ZOOMED });
	await page.emulateMedia({ forcedColors: "active" });
	const base = `${scene.installation.server.url}/app/${values.appId}`;
	for (const path of pathsOf(ROUTES)) {
		await visit(page, base, path);
		await expectUsable(page, path);
		await expectAccessible(page);
	}
});

test("Who may only look finds nothing to change on any screen", { timeout: LONG_MS }, async () => {
	const page = await scene.open(customer, { access: { capabilities: ["ViewBase"] } });
	const base = `${scene.installation.server.url}/app/${values.appId}`;
	for (const path of pathsOf(ROUTES)) {
		await visit(page, base, path);
		const inMain = page.locator("main");
		const words = [
			...(await inMain.getByRole("button").allTextContents()),
			...(await inMain.getByRole("link").allTextContents()),
		];
		expect(
			words.filter((text) => CHANGES.test(text.trim())),
			path,
		).toEqual([]);
	}
});
