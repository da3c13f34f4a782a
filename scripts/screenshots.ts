// `npm run screenshots`: every screen of the portal at two widths and in both themes, into docs/screenshots.
// Names as arguments take those screens alone.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "./build.ts";
import { launchChromium } from "./chromium.ts";
import { type LocalServer, startLocalServer } from "./local/server.ts";
import { makeTraffic, type Traffic } from "./local/traffic.ts";
import { SCREENS, type Screen } from "./screenshots/screens.ts";

const OUT = join(import.meta.dirname, "..", "docs", "screenshots");
const WIDTHS = { 1440: 900, 390: 844 };
const THEMES = ["light", "dark"] as const;
/** Until fonts, charts and short animations are there. */
const SETTLED_MS = 400;

async function main(names: string[]): Promise<void> {
	const screens = SCREENS.filter(({ name }) => names.length === 0 || names.includes(name));
	await build();
	mkdirSync(OUT, { recursive: true });
	const stateDir = mkdtempSync(join(tmpdir(), "edgehook-screenshots-"));
	const port = process.env.PORT ?? "8790";
	const server = await startLocalServer({ ...process.env, PORT: port, STATE_DIR: stateDir });
	const browser = await launchChromium();
	const traffic = await makeTraffic(server);
	try {
		for (const screen of screens) await takeAll(browser, server, traffic, screen);
	} finally {
		await traffic.stop();
		await browser.close();
		await server.stop();
		rmSync(stateDir, { recursive: true, force: true });
	}
}

async function takeAll(
	browser: Browser,
	server: LocalServer,
	traffic: Traffic,
	screen: Screen,
): Promise<void> {
	for (const [width, height] of Object.entries(WIDTHS)) {
		for (const theme of THEMES) {
			const context = await browser.newContext({
				viewport: { width: Number(width), height },
				deviceScaleFactor: Number(width) < 500 ? 2 : 1,
				colorScheme: theme,
				locale: "en-GB",
				reducedMotion: "reduce",
			});
			const page = await context.newPage();
			if (screen.isConsole) await signIn(page, server, screen.next(traffic));
			else await page.goto(inSystemTheme(await traffic.link(screen.next(traffic))));
			await page.getByRole("heading", { level: 1 }).waitFor();
			await screen.prepare?.(page, traffic);
			await page.waitForLoadState("networkidle");
			await page.waitForTimeout(SETTLED_MS);
			const path = join(OUT, `${screen.name}-${width}-${theme}.png`);
			await page.screenshot({ path, fullPage: screen.isWhole === true });
			await context.close();
			console.log(path);
		}
	}
}

function inSystemTheme(link: string): string {
	const url = new URL(link);
	url.searchParams.set("darkMode", "auto");
	return url.href;
}

async function signIn(page: Page, { url, apiKey }: LocalServer, path: string): Promise<void> {
	await page.goto(`${url}/console${path}`);
	await page.getByLabel("API key").fill(apiKey);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.locator("main#main h1").waitFor();
}

await main(process.argv.slice(2));
