// One first load of the portal on a slow connection and a slow processor, by somebody who was never there.
import type { Browser } from "playwright-core";

/** Bits are those of the link; the delay is of each request. */
export type Conditions = {
	name: string;
	downBitsPerSecond: number;
	upBitsPerSecond: number;
	delayMs: number;
	/** How many times slower than this machine. */
	slowdown: number;
};

export type FirstLoad = {
	/** Milliseconds from the beginning of the navigation. */
	lcpMs: number;
	listMs: number;
	requests: number;
	/** As they travelled. */
	bytes: number;
};

type Watched = { lcpMs: number; listMs: number };

/** After the list nothing larger appears; a moment for what was drawn last to be reported. */
const SETTLED_MS = 500;
const FIRST_ROW = "main table tbody tr";

export async function measureFirstLoad(
	browser: Browser,
	link: string,
	conditions: Conditions,
): Promise<FirstLoad> {
	const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	let requests = 0;
	let bytes = 0;
	session.on("Network.requestWillBeSent", ({ request }) => {
		if (request.url.startsWith("http")) requests++;
	});
	session.on("Network.loadingFinished", ({ encodedDataLength }) => {
		bytes += encodedDataLength;
	});
	await session.send("Network.enable");
	await session.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: conditions.delayMs,
		downloadThroughput: conditions.downBitsPerSecond / 8,
		uploadThroughput: conditions.upBitsPerSecond / 8,
	});
	await session.send("Emulation.setCPUThrottlingRate", { rate: conditions.slowdown });
	await page.addInitScript(WATCH);
	await page.goto(link);
	await page.locator(FIRST_ROW).first().waitFor();
	await page.waitForTimeout(SETTLED_MS);
	// safe because the script of before made it
	const watched = (await page.evaluate("window.watched")) as Watched;
	await context.close();
	return { ...watched, requests, bytes };
}

/** Runs in the page, before anything of it: a text, because it knows the browser's names and this process does not. */
const WATCH = `
	const watched = (window.watched = { lcpMs: 0, listMs: 0 });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) watched.lcpMs = entry.startTime;
	}).observe({ type: "largest-contentful-paint", buffered: true });
	new MutationObserver(() => {
		if (watched.listMs > 0 || document.querySelector("${FIRST_ROW}") === null) return;
		requestAnimationFrame(() => { watched.listMs ||= performance.now(); });
	}).observe(document, { childList: true, subtree: true });
`;
