// Getting in: a link opens the portal once, a reload keeps it, and its end is told kindly.
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

/** As they travel, compressed: page, script, style and answer together. A second language is a file more. */
const ENGLISH_BYTES_MAX = 40_000;
const GERMAN_BYTES_MAX = 45_000;
const FIRST_TYPES = new Set(["document", "script", "stylesheet", "fetch"]);
const KEY = /key=|token|#/i;

test("A link opens the first page; its key leaves the address; a reload keeps the session", async () => {
	const customer = await scene.customer("login");
	const page = await scene.page();
	const addresses: string[] = [];
	page.on("framenavigated", (frame) => addresses.push(frame.url()));
	await page.goto(await scene.link(customer));
	await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	expect(new URL(page.url()).pathname).toMatch(/^\/app\/app_\w+\/endpoints$/);
	expect(page.url()).not.toMatch(KEY);
	expect(await page.title()).toBe("Endpoints · Webhooks");
	await page.reload();
	await page.getByRole("heading", { name: "Endpoints", exact: true }).waitFor();
	const [committed, ...later] = addresses;
	expect(committed).toContain("#key=");
	expect(later.length).toBeGreaterThanOrEqual(2);
	expect(later.filter((address) => KEY.test(address))).toEqual([]);
	expect(await page.context().cookies()).toEqual([]);
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("A browser whose language is none that is known gets the page in English", async () => {
	const customer = await scene.customer("odd-language");
	const page = await scene.page();
	await page.addInitScript(() =>
		Object.defineProperty(navigator, "languages", { get: () => ["constructor", "en-US@posix"] }),
	);
	await page.goto(await scene.link(customer));
	await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

test("A link that was used says so, with the way on", async () => {
	const customer = await scene.customer("used");
	const link = await scene.link(customer);
	const first = await scene.page();
	await first.goto(link);
	await first.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	for (const theme of ["light", "dark"] as const) {
		const page = await scene.page({ theme });
		await page.goto(link);
		await page.getByRole("heading", { name: "This link has been used" }).waitFor();
		expect(page.url()).not.toMatch(KEY);
		await expectAccessible(page);
	}
});

test("Without a link the page says where to find one", async () => {
	const page = await scene.page();
	await page.goto(`${scene.installation.server.url}/login`);
	await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
	await expectAccessible(page);
});

test("Logging out ends the session here and at the server", async () => {
	const page = await scene.open(await scene.customer("leaves"));
	const address = page.url();
	await page.getByRole("button", { name: "Log out" }).click();
	await page.getByRole("heading", { name: "You are logged out" }).waitFor();
	await page.goto(address);
	await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
});

test("A session that the sender ends is over at the next request", async () => {
	const customer = await scene.customer("expelled");
	const page = await scene.open(customer);
	await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
	await expect
		.poll(async () => {
			await page.reload();
			return await page.getByRole("heading", { level: 1 }).textContent();
		})
		.toBe("Your session has ended");
});

test("The reader's language is spoken, and the link's one before it", async () => {
	const customer = await scene.customer("languages");
	const german = await scene.open(customer, { locale: "de-DE" });
	await german.getByRole("heading", { name: "Endpunkte", exact: true }).waitFor();
	expect(await german.locator("html").getAttribute("lang")).toBe("de-DE");
	const english = await scene.open(customer, { locale: "de-DE", look: { locale: "en" } });
	await english.getByRole("heading", { name: "Endpoints", exact: true }).waitFor();
});

test("next opens a page of ours, and hostile ones the first page", async () => {
	const customer = await scene.customer("next");
	const missing = await scene.open(customer, { look: { next: "/endpoints?status=paused" } });
	expect(missing.url()).toContain("/endpoints?status=paused");
	for (const next of ["//evil.example", "/endpoints/../../console", "javascript:alert(1)"]) {
		const page = await scene.open(customer, { look: { next } });
		expect(new URL(page.url()).pathname).toMatch(/^\/app\/app_\w+\/endpoints$/);
	}
});

test.each([
	["English", "en-GB", ENGLISH_BYTES_MAX],
	["German", "de-DE", GERMAN_BYTES_MAX],
])(
	"The first list takes at most five requests, and in all no more bytes than its budget (%s)",
	async (_, locale, bytesMax) => {
		const customer = await scene.customer(`bytes-${locale}`);
		const page = await scene.page({ locale });
		const loaded: Promise<{ type: string; bytes: number }>[] = [];
		page.on("response", (response) => {
			const type = response.request().resourceType();
			const size = response.body().then((body) => ({ type, bytes: gzipSync(body).length }));
			loaded.push(size);
		});
		await page.goto(await scene.link(customer));
		await page.getByRole("heading", { level: 1 }).waitFor();
		const parts = await Promise.all(loaded);
		expect(parts.length).toBeLessThanOrEqual(5);
		expect(new Set(parts.map(({ type }) => type))).toEqual(FIRST_TYPES);
		const sizes = parts.map(({ type, bytes }) => `${type} ${bytes}`).join(", ");
		const sum = parts.reduce((all, { bytes }) => all + bytes, 0);
		expect(sum, sizes).toBeGreaterThan(20_000);
		expect(sum, sizes).toBeLessThanOrEqual(bytesMax);
	},
);
