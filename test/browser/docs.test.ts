// The documentation as it is read: search finds, every page can be read by everybody, narrow and wide, light and dark.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene();
beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

type View = Parameters<PortalScene["page"]>[0];

async function open(path: string, view: View = {}): Promise<Page> {
	const page = await scene.page(view);
	await page.goto(scene.installation.server.url + path);
	return page;
}

const isTooWide = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

const VIEWS = [
	["/docs/", "light", WIDE],
	["/docs/guides/receiving/", "light", NARROW],
	["/docs/guides/retries/", "dark", WIDE],
	["/docs/compatibility/", "dark", NARROW],
] as const;

test.each(VIEWS)("%s can be read by everybody (%s, %o)", async (path, theme, size) => {
	const page = await open(path, { theme, size });
	await page.getByRole("button", { name: "Search" }).waitFor();
	await expectAccessible(page);
	expect(await isTooWide(page)).toBe(false);
});

test("Search finds guides by their words, and operations by their path, with the keyboard alone", async () => {
	const page = await open("/docs/guides/sending/");
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.keyboard.press("/");
	const search = page.getByRole("searchbox");
	await page.keyboard.type("throttle");
	await page.getByRole("status").getByText("results").waitFor();
	expect(requests.filter((path) => path.startsWith("/docs/"))).toEqual(["/docs/search.json"]);
	const results = page.getByRole("dialog").getByRole("link");
	expect(await results.first().textContent()).toContain("Throttling");
	await expectAccessible(page);

	await search.fill("recover attempts since");
	await page
		.getByRole("status")
		.getByText(/result/)
		.waitFor();
	await search.fill("no such words at all");
	await page.getByText("Nothing is found for “no such words at all”.").waitFor();
	await search.fill("/operator/dead-letter");
	await page.getByRole("link", { name: /queue gave up/ }).waitFor();
	await search.fill("grace period");
	await page.getByRole("link", { name: /^Receive and verify Rotate a secret/ }).waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/docs/guides/receiving/#rotate-a-secret");
});

test("Words that are markup stay words", async () => {
	const page = await open("/docs/");
	await page.getByRole("button", { name: "Search" }).click();
	await page.getByRole("searchbox").fill("<img src=x onerror=alert(1)> ( [");
	await page.getByText("Nothing is found").waitFor();
	expect(await page.getByRole("dialog").locator("img").count()).toBe(0);
});

test("The way round: contents on narrow pages, neighbours, old addresses of the reference", async () => {
	const page = await open("/docs/guides/throttling/", { size: NARROW });
	await page.getByText("Contents", { exact: true }).click();
	await page.getByRole("link", { name: "Ordered delivery" }).first().click();
	await page.getByRole("heading", { name: "Ordered delivery", level: 1 }).waitFor();
	await page.getByRole("link", { name: "Next Embedding the portal" }).click();
	await page.getByRole("heading", { name: "Embedding the portal", level: 1 }).waitFor();
	await page.goto(`${scene.installation.server.url}/docs#v1.message.create`);
	await page.waitForURL("**/docs/api/#v1.message.create");
});
