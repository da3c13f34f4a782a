// A Chromium to look at pages with: an installed one, or the one that a package brings.
import { existsSync } from "node:fs";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

const INSTALLED = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/usr/bin/google-chrome-stable",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** It talks to nobody but the pages that it is shown. */
const FLAGS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// No process in reserve for each reader.
	"--renderer-process-limit=1",
];

/** `more`: further flags, as for names that are to be found on this machine. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
	return await chromium.launch(await toOptions(more));
}

/** One that several processes use at a time. */
export async function serveChromium(): Promise<BrowserServer> {
	return await chromium.launchServer({ ...(await toOptions([])), host: "127.0.0.1" });
}

export const connectChromium = (url: string): Promise<Browser> => chromium.connect(url);

async function toOptions(more: readonly string[]) {
	const installed = [process.env.CHROMIUM, ...INSTALLED].find(
		(path) => path !== undefined && existsSync(path),
	);
	return { executablePath: installed ?? (await packaged()), args: [...FLAGS, ...more] };
}

async function packaged(): Promise<string> {
	const { default: bundled } = await import("@sparticuz/chromium");
	return await bundled.executablePath();
}
