// Links that came too late, and sessions that end while one looks: told kindly, and mended by the page around.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "./support/guard.ts";
import { HostPage } from "./support/host-page.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();

/** It answers what the portal asks for with what the test puts into `fresh`. */
const host =
	new HostPage(`<!doctype html><title>Host</title><h1>Host</h1><iframe title="Webhooks" width="1000" height="700"></iframe>
<script>window.asked = 0; window.fresh = null;
addEventListener("message", ({ data, source }) => {
	if (data.type !== "portal.session" || data.state !== "expired") return;
	window.asked++;
	if (window.fresh !== null) source.postMessage({ type: "portal.link", url: window.fresh }, "*");
	window.fresh = null;
});</script>`);
/** Longer than it takes until an open page asks again by itself. */
const SECONDS_MS = 30_000;

beforeAll(async () => {
	await scene.start();
	await host.start();
});
afterEach(() => scene.leave());
afterAll(async () => {
	host.stop();
	await scene.stop();
});

/** A link that has waited for longer than links live. */
async function lateLink(uid: string): Promise<string> {
	const customer = await scene.customer(uid);
	const link = await scene.link(customer);
	const { id } = await customer.call("GET", "/");
	const directory = scene.installation.server.stateDir;
	const files = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter(({ name, parentPath }) => name.endsWith(".sqlite") && parentPath.includes("d1"))
		.map(({ name, parentPath }) => join(parentPath, name));
	let changed = 0;
	for (const file of files) {
		const database = new DatabaseSync(file, { timeout: 5_000 });
		const query = "SELECT count(*) AS count FROM sqlite_master WHERE name = 'application_tokens'";
		if (Number(database.prepare(query).get()?.count) > 0) {
			const late = `UPDATE application_tokens SET expires_at = ? WHERE kind = 'link' AND application_id = ?`;
			changed += Number(database.prepare(late).run(Date.now() - 1, id).changes);
		}
		database.close();
	}
	expect(changed).toBe(1);
	return link;
}

test.each(["light", "dark"] as const)("A link that waited too long says so (%s)", async (theme) => {
	const page = await scene.page({ theme });
	await page.goto(await lateLink(`late-${theme}`));
	await page.getByRole("heading", { name: "This link has been used" }).waitFor();
	expect(page.url()).not.toMatch(/key=|token|#/i);
	await expectAccessible(page);
});

test("Framed by another site, a late link is replaced by the page around at once", async () => {
	const page = await scene.page();
	await page.goto(host.url);
	const customer = await scene.customer("framed");
	await customer.endpoint("one");
	const fresh = await scene.link(customer);
	await page.evaluate((url) => Object.assign(window, { fresh: url }), fresh);
	const late = await lateLink("framed-late");
	await page.locator("iframe").evaluate((frame, src) => frame.setAttribute("src", src), late);
	await page
		.frameLocator("iframe")
		.getByRole("link", { name: /framed-one/ })
		.waitFor();
	// safe because the host page makes it
	expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1);
});

test("A reload of the page around opens the portal again with a new link", async () => {
	const customer = await scene.customer("reloaded");
	await customer.endpoint("one");
	const page = await scene.page();
	const used = await scene.link(customer);
	for (let visit = 0; visit < 2; visit++) {
		await page.goto(host.url);
		const fresh = await scene.link(customer);
		await page.evaluate((url) => Object.assign(window, { fresh: url }), fresh);
		await page.locator("iframe").evaluate((frame, src) => frame.setAttribute("src", src), used);
		await page
			.frameLocator("iframe")
			.getByRole("link", { name: /reloaded-one/ })
			.waitFor();
	}
});

const NOBODY = `org_${"0".repeat(26)}1`;

test.each<[string, (url: URL) => void]>([
	["no organisation", ({ searchParams }) => searchParams.delete("env")],
	["another organisation", ({ searchParams }) => searchParams.set("env", NOBODY)],
	["two organisations", ({ searchParams }) => searchParams.append("env", NOBODY)],
	["it in another spelling of the path", (url) => Object.assign(url, { pathname: "/%6cogin" })],
])("A framed link that names %s opens nothing, and is not spent", async (title, change) => {
	const customer = await scene.customer(`named-${title.replaceAll(" ", "-")}`);
	await customer.endpoint("one");
	const link = await scene.link(customer);
	const changed = new URL(link);
	change(changed);
	const page = await scene.page();
	await page.goto(host.url);
	const show = (src: string) =>
		page.locator("iframe").evaluate((frame, href) => frame.setAttribute("src", href), src);
	await show(changed.href);
	const frame = page.frameLocator("iframe");
	await frame.getByRole("heading", { name: "This link does not fit" }).waitFor();
	// Anew, because addresses that differ behind the # alone are one page.
	await page.goto(host.url);
	await show(link);
	await frame.getByRole("link", { name: new RegExp(`${customer.uid}-one`) }).waitFor();
});

test("A link that the page around brings opens only what the frame's own address names", async () => {
	const customer = await scene.customer("brought");
	await customer.endpoint("one");
	const link = await scene.link(customer);
	const page = await scene.page();
	await page.goto(host.url);
	await page.evaluate((url) => Object.assign(window, { fresh: url }), link);
	const src = `${new URL(link).origin}/login?env=${NOBODY}`;
	await page.locator("iframe").evaluate((frame, href) => frame.setAttribute("src", href), src);
	const refused = page
		.frameLocator("iframe")
		.getByRole("heading", { name: "This link does not fit" });
	await refused.waitFor();
	await page.goto(link);
	await page.getByRole("link", { name: /brought-one/ }).waitFor();
});

test("Not framed, a link without its organisation opens, and one that names another does not", async () => {
	const customer = await scene.customer("alone");
	const link = await scene.link(customer);
	const other = new URL(link);
	other.searchParams.append("env", NOBODY);
	const page = await scene.page();
	await page.goto(other.href);
	await page.getByRole("heading", { name: "This link does not fit" }).waitFor();
	await expectAccessible(page);
	const without = new URL(link);
	without.searchParams.delete("env");
	const next = await scene.page();
	await next.goto(without.href);
	await next.getByRole("heading", { name: "No endpoints yet" }).waitFor();
});

test.each(["/endpoints", "/tasks"])(
	"An open %s ends by itself within seconds when the sender ends the session",
	async (next) => {
		const customer = await scene.customer(`ends${next.replace("/", "-")}`);
		const page = await scene.open(customer, { look: { next } });
		await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
		const ended = page.getByRole("heading", { name: "Your session has ended" });
		await ended.waitFor({ timeout: SECONDS_MS });
	},
);

test("On any other page the next step shows nothing more of a session that the sender ended", async () => {
	const customer = await scene.customer("ends-others");
	const page = await scene.open(customer, { look: { next: "/event-types" } });
	// What it still asks for would tell it.
	await page.waitForLoadState("networkidle");
	await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
	await page.getByRole("link", { name: "Messages" }).click();
	await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
	expect(await page.getByRole("navigation").count()).toBe(0);
});
