// A Chromium to look at pages with: the one that a package brings, or an installed one.
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
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
	withFirst((executablePath) => chromium.launch({ executablePath, args: [...FLAGS, ...more] }));

/** One that several processes use at a time. */
export const serveChromium = (): Promise<BrowserServer> =>
	withFirst((executablePath) =>
		chromium.launchServer({ executablePath, args: FLAGS, host: "127.0.0.1" }),
	);

export const connectChromium = (url: string): Promise<Browser> => chromium.connect(url);

/** With the first one that runs here: a missing library, say, is found out only by starting it. */
async function withFirst<Started>(start: (path: string) => Promise<Started>): Promise<Started> {
	const failures: unknown[] = [];
	for await (const path of paths()) {
		try {
			return await start(path);
		} catch (error) {
			failures.push(error);
		}
	}
	throw new AggregateError(failures, "no Chromium runs here: say where one is in CHROMIUM");
}

/** The packaged one is the same on all machines, and makes a page with a quarter of the work. */
async function* paths(): AsyncGenerator<string> {
	const { CHROMIUM } = process.env;
	if (CHROMIUM !== undefined) return yield CHROMIUM;
	if (process.platform === "linux" && process.arch === "x64") {
		const { default: packaged } = await import("@sparticuz/chromium");
		yield await packaged.executablePath();
	}
	yield* INSTALLED.filter((path) => existsSync(path));
}
