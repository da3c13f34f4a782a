// `npm start -- --demo`: the link that it prints opens a customer's portal with endpoints, and with messages that go on.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../../scripts/chromium.ts";
import { LocalServer } from "../support/local-server.ts";
import { guard } from "./support/guard.ts";

/** A build, and a customer with some dozens of messages, on a busy machine. */
const START_MS = 240_000;
const SOON_MS = 20_000;

let browser: Browser;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser?.close());

test(
	"The printed link opens the portal once, where endpoints, messages and new ones are seen",
	async () => {
		const server = new LocalServer({}, [process.execPath, "scripts/start.ts", "--demo"]);
		onTestFinished(() => server.remove());
		await server.start();
		const [link = ""] = /^http\S+[?&#]\S+$/m.exec(server.output) ?? [];
		expect(link.startsWith(server.url)).toBe(true);
		const context = await browser.newContext({ locale: "en-GB" });
		const wrongs = await guard(context);
		const page = await context.newPage();
		page.setDefaultTimeout(SOON_MS);
		await page.goto(link);
		await page.getByRole("heading", { level: 1, name: "Endpoints" }).waitFor();
		const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
		await rows.first().waitFor();
		expect(await rows.count()).toBeGreaterThan(1);
		await page.getByRole("link", { name: "Messages" }).click();
		// One endpoint of the demonstration fails, and takes everything.
		await rows.getByText("Retrying").first().waitFor();
		const newest = () => rows.first().locator("code").getAttribute("title");
		await page.getByRole("switch", { name: "Live" }).check();
		await page.getByText("New messages appear by themselves").waitFor();
		const before = await newest();
		await expect.poll(newest, { timeout: SOON_MS }).not.toBe(before);
		expect(wrongs).toEqual([]);
		await context.close();
	},
	START_MS,
);
