// The portal as a Pages project, bound to the Worker: the same pages, headers and messages as from the Worker itself.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../scripts/chromium.ts";
import { freePort, LocalServer } from "../support/local-server.ts";
import { guard } from "./support/guard.ts";

/** Two builds and two runtimes, one after the other, on a busy machine. */
const START_MS = 240_000;
const SOON_MS = 20_000;

let server: LocalServer;
let browser: Browser;
let portal: string;

beforeAll(async () => {
	const pagesPort = await freePort();
	portal = `http://127.0.0.1:${pagesPort}`;
	const command = [process.execPath, "scripts/dev-pages.ts"];
	server = new LocalServer({ PAGES_PORT: String(pagesPort) }, command);
	[browser] = await Promise.all([launchChromium(), server.start()]);
}, START_MS);
afterAll(async () => {
	await browser?.close();
	await server?.remove();
});

async function post(path: string, body: object) {
	const { status, text, json } = await server.request("POST", path, body);
	if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
	return json();
}

async function open(path: string): Promise<{ status: number; headers: Record<string, string> }> {
	const [here, there] = await Promise.all([fetch(portal + path), fetch(server.url + path)]);
	const shell = await there.text();
	expect(await here.text(), path).toBe(shell);
	expect(here.status, path).toBe(there.status);
	return { status: here.status, headers: Object.fromEntries(here.headers) };
}

test("A link leads to Pages, lists the endpoints there, and messages appear as they come", async () => {
	await post("/app/", { name: "Pages", uid: "pages" });
	await post("/app/pages/endpoint/", { url: "http://127.0.0.1:9/to/pages", uid: "one" });
	const { url } = await post("/auth/app-portal-access/pages/", {});
	expect(new URL(String(url)).origin).toBe(portal);
	const context = await browser.newContext({ locale: "en-GB" });
	const wrongs = await guard(context);
	const page = await context.newPage();
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).origin));
	await page.goto(String(url));
	await page.getByRole("link", { name: /to\/pages/ }).waitFor();
	expect(new Set(asked)).toEqual(new Set([portal]));
	await watch(page);
	expect(wrongs).toEqual([]);
	await context.close();
});

async function watch(page: Page): Promise<void> {
	await page.getByRole("link", { name: "Messages" }).click();
	await page.getByRole("switch", { name: "Live" }).check();
	await page.getByText("New messages appear by themselves").waitFor({ timeout: SOON_MS });
	await post("/app/pages/msg/", { eventType: "pages.live", payload: {} });
	await page.getByRole("link", { name: "pages.live" }).waitFor({ timeout: SOON_MS });
}

test("Its pages have the Worker's headers, with its own host", async () => {
	const own = portal.replace("http", "ws");
	for (const path of ["/login", "/app/app_x/messages", "/console", "/console/api-keys"]) {
		const { status, headers } = await open(path);
		expect(status, path).toBe(200);
		expect(headers["cache-control"], path).toBe("no-store");
		const policy = headers["content-security-policy"];
		expect(policy, path).toContain(`connect-src 'self' ${own};`);
		expect(policy, path).toContain("trusted-types 'none'");
		const isConsole = path.startsWith("/console");
		expect(policy?.includes("frame-ancestors 'none'"), path).toBe(isConsole);
		expect(headers["referrer-policy"], path).toBe("no-referrer");
	}
	expect((await fetch(`${portal}/catalog/org_nobody`)).status).toBe(404);
});

test("Files whose names change with them are kept for ever, and one that is missing is missing", async () => {
	const shell = await (await fetch(`${portal}/login`)).text();
	const [, script = ""] = /src="(\/portal\/assets\/[^"]+)"/.exec(shell) ?? [];
	for (const origin of [portal, server.url]) {
		const file = await fetch(origin + script);
		expect(file.headers.get("content-type")).toContain("javascript");
		expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
		expect((await fetch(`${origin}/portal/assets/missing-12345678.js`)).status).toBe(404);
		expect((await fetch(`${origin}/nothing`)).status).toBe(404);
	}
});
