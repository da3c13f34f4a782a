// What the portal may cost its readers: bytes of each page, requests and rows where ten thousand messages are stored.
import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { copyMessages } from "../../bench/speed/stored.ts";
import type { Customer } from "../support/journey.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
let customer: Customer;
let endpointId: string;
let messageId: string;

/** As they travel: compressed. */
const PAGE_BYTES_MAX = 15_000;
/** Those of one endpoint share nearly all of it. */
const ENDPOINT_PAGE_BYTES_MAX = 29_000;
const FILE_BYTES_MAX = 15_000;
/** One sheet for all pages; `login.test.ts` adds it to the rest of the first one. */
const STYLE_BYTES_MAX = 8_500;
const STORED = 10_000;
const PAGE_ROWS_MAX = 50;
/** Of the first list with how each message stands, its filters, and what is asked anew meanwhile. */
const LIST_CALLS_MAX = 8;
const ELEMENTS_MAX = 2_500;

beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("budgets");
	endpointId = (await customer.endpoint("one")).id;
	messageId = await customer.send("a.b");
	await customer.arrives("one", 1);
	const { server } = scene.installation;
	await server.stop();
	copyMessages(server.stateDir, STORED);
	await server.start();
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

type Loaded = { name: string; type: string; bytes: number };

/** What a page loads until nothing more is asked for. */
async function load(next: string): Promise<Loaded[]> {
	const page = await scene.page();
	const found: Promise<Loaded | null>[] = [];
	page.on("response", (response) => found.push(weigh(response)));
	await page.goto(await scene.link(customer, { look: { next } }));
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.waitForLoadState("networkidle");
	const loaded = (await Promise.all(found)).filter((one) => one !== null);
	await page.close();
	return loaded;
}

async function weigh(response: Response): Promise<Loaded | null> {
	const type = response.request().resourceType();
	if (type !== "script" && type !== "stylesheet") return null;
	const body = await response.body().catch(() => null);
	if (body === null) return null;
	return { name: new URL(response.url()).pathname, type, bytes: gzipSync(body).length };
}

const sum = (parts: readonly Loaded[]) => parts.reduce((all, { bytes }) => all + bytes, 0);

test("Each page adds few bytes to the first one", { timeout: 240_000 }, async () => {
	const first = new Set((await load("/endpoints")).map(({ name }) => name));
	const here = `/endpoints/${endpointId}`;
	const pages = [
		"/endpoints/new",
		...[here, `${here}/testing`, `${here}/advanced`],
		...["/messages", `/messages/${messageId}`],
		...["/activity", "/event-types", "/event-types/a.b", "/tasks"],
	];
	for (const next of pages) {
		const loaded = await load(next);
		const added = loaded.filter(({ type, name }) => type === "script" && !first.has(name));
		expect(added.length, next).toBeGreaterThan(0);
		const most = next.startsWith(here) ? ENDPOINT_PAGE_BYTES_MAX : PAGE_BYTES_MAX;
		expect(sum(added), next).toBeLessThanOrEqual(most);
		expect(Math.max(...added.map(({ bytes }) => bytes)), next).toBeLessThanOrEqual(FILE_BYTES_MAX);
		const styles = loaded.filter(({ type }) => type === "stylesheet");
		expect(sum(styles), next).toBeLessThanOrEqual(STYLE_BYTES_MAX);
	}
});

test("Files whose names change with them are kept for ever, and the page that names them never", async () => {
	const { url } = scene.installation.server;
	const shell = await fetch(`${url}/login`);
	expect(shell.headers.get("cache-control")).toBe("no-store");
	const names = (await shell.text()).match(/\/portal\/assets\/[^"]+/g) ?? [];
	expect(names.length).toBeGreaterThanOrEqual(2);
	for (const name of names) {
		const file = await fetch(url + name);
		await file.body?.cancel();
		const kept = file.headers.get("cache-control");
		expect(kept, name).toBe("public, max-age=31536000, immutable");
	}
});

test("Ten thousand messages are one page of a list, with few requests", async () => {
	const page = await scene.page();
	const calls: string[] = [];
	page.on("request", (request) => {
		if (request.url().includes("/api/v1/")) calls.push(request.url());
	});
	await page.goto(await scene.link(customer, { look: { next: "/messages" } }));
	await rowsOf(page).first().waitFor();
	await page.waitForLoadState("networkidle");
	const count = await rowsOf(page).count();
	expect(count).toBeGreaterThan(1);
	expect(count).toBeLessThanOrEqual(PAGE_ROWS_MAX);
	expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(LIST_CALLS_MAX);
	const elements = await page.evaluate(() => document.querySelectorAll("*").length);
	expect(elements).toBeLessThanOrEqual(ELEMENTS_MAX);
	calls.length = 0;
	const newest = await rowsOf(page).first().textContent();
	await page.getByRole("button", { name: "Next" }).click();
	await expect.poll(() => page.url()).toContain("iterator=");
	await expect.poll(() => rowsOf(page).first().textContent()).not.toBe(newest);
	await page.waitForLoadState("networkidle");
	expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(LIST_CALLS_MAX);
	expect(await rowsOf(page).count()).toBeLessThanOrEqual(PAGE_ROWS_MAX);
});

const rowsOf = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
