// The portal inside a page of another site, where the browser keeps no storage for it.
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { HostPage } from "./support/host-page.ts";
import { PortalScene } from "./support/portal.ts";

type Told = { type: string; [name: string]: unknown };

const scene = new PortalScene();
let customer: Customer;

const host =
	new HostPage(`<!doctype html><title>Host</title><h1>Host</h1><iframe title="Webhooks" width="1000" height="700"></iframe>
<script>window.told = []; addEventListener("message", ({ data }) => told.push(data));</script>`);

beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("embedded");
	await customer.endpoint("one");
	await host.start();
});
afterEach(() => scene.leave());
afterAll(async () => {
	host.stop();
	await scene.stop();
});

async function embed(link: string): Promise<{ page: Page; frame: FrameLocator }> {
	const page = await scene.page({ theme: "dark" });
	await page.goto(host.url);
	await page.locator("iframe").evaluate((frame, src) => frame.setAttribute("src", src), link);
	return { page, frame: page.frameLocator('iframe[title="Webhooks"]') };
}

const toldOf = (page: Page, type: string) =>
	page.evaluate((wanted) => {
		// safe because the host page makes it
		const { told } = window as unknown as { told: Told[] };
		return told.filter((message) => message.type === wanted);
	}, type);

const say = (page: Page, message: object) =>
	page.evaluate((data) => {
		document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
	}, message);

test("It works without storage, tells its height and stays light in a dark system", async () => {
	const { page, frame } = await embed(await scene.link(customer));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	const isStored = await page
		.frames()[1]
		?.evaluate(() => sessionStorage.length >= 0)
		.catch(() => "refused");
	expect(isStored).toBe("refused");
	expect(await frame.getByRole("button", { name: "Log out" }).count()).toBe(0);
	await frame.getByRole("button", { name: "Back" }).waitFor();
	expect(await frame.locator("html").getAttribute("data-theme")).toBe("light");
	const heights = await toldOf(page, "svix.iframe-resizer-height");
	expect(heights.at(-1)).toMatchObject({ payload: { height: expect.any(Number) } });
	expect(await toldOf(page, "portal.ready")).toHaveLength(1);
	expect(JSON.stringify(await toldOf(page, "portal.navigate"))).not.toMatch(/token|key/);
});

test("The host changes the theme and the page while it runs", async () => {
	const { page, frame } = await embed(await scene.link(customer));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	const root = frame.locator("html");
	await say(page, { type: "portal.theme", darkMode: "true", primaryColor: "ff00aa" });
	await expect.poll(() => root.getAttribute("data-theme")).toBe("dark");
	await say(page, {
		type: "portal.theme",
		fontFamily: "x;}",
		darkMode: "sepia",
		icon: "javascript:1",
	});
	await say(page, { type: "portal.navigate", path: "/endpoints?search=nothing" });
	await frame.getByRole("heading", { name: "Nothing matches" }).waitFor();
	expect(await root.getAttribute("data-theme")).toBe("dark");
	await frame.getByRole("button", { name: "Back" }).click();
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
});

test("Where the host goes while the session is lost is where a fresh link opens", async () => {
	const { page, frame } = await embed(await scene.link(customer));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
	await say(page, { type: "portal.navigate", path: "/messages" });
	await expect
		.poll(() => toldOf(page, "portal.session"))
		.toContainEqual(expect.objectContaining({ state: "expired" }));
	await say(page, { type: "portal.navigate", path: "/endpoints?search=nothing" });
	await say(page, { type: "portal.link", url: await scene.link(customer) });
	await frame.getByRole("heading", { name: "Nothing matches" }).waitFor();
});

test("What another frame says, or the portal's own page, is not heard", async () => {
	const other = await scene.customer("embedded-other");
	const { page, frame } = await embed(await scene.link(customer));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	let exchanges = 0;
	page.on("request", (request) => {
		if (request.url().includes("/one-time-token")) exchanges++;
	});
	const wishes = [
		{ type: "portal.theme", darkMode: "true", primaryColor: "ff00aa" },
		{ type: "portal.navigate", path: "/messages" },
		{ type: "portal.link", url: await scene.link(other) },
	];
	const portal = page.frames()[1];
	await portal?.evaluate(() => {
		Object.assign(window, { arrived: 0 });
		// safe because the line before makes it
		const counter = window as unknown as { arrived: number };
		addEventListener("message", () => counter.arrived++);
	});
	// Beside the portal and of the host's own origin: only that it is not the parent tells it from the host.
	await page.evaluate(() => {
		const sibling = document.createElement("iframe");
		sibling.srcdoc = "<!doctype html><title>Sibling</title>";
		document.body.appendChild(sibling);
	});
	await expect.poll(() => page.frames().length).toBe(3);
	await page.frames()[2]?.evaluate((all) => {
		for (const one of all) window.parent.frames[0]?.postMessage(one, "*");
	}, wishes);
	await portal?.evaluate((all) => {
		for (const one of all) window.postMessage(one, "*");
	}, wishes);
	await expect
		.poll(() => portal?.evaluate(() => (window as unknown as { arrived: number }).arrived))
		.toBe(2 * wishes.length);
	// What would have been done shows by now: the host's own wish, said later, is.
	await say(page, { type: "portal.navigate", path: "/endpoints?search=nothing" });
	await frame.getByRole("heading", { name: "Nothing matches" }).waitFor();
	expect(await toldOf(page, "portal.navigate")).not.toContainEqual(
		expect.objectContaining({ path: expect.stringContaining("messages") }),
	);
	const root = frame.locator("html");
	expect(await root.getAttribute("data-theme")).toBe("light");
	expect(await root.evaluate((html) => html.style.getPropertyValue("--button"))).toBe("");
	expect(exchanges).toBe(0);
	await frame.getByRole("button", { name: "Back" }).click();
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
});

test("After a reload it asks for a new link, and goes on with it", async () => {
	const { page, frame } = await embed(await scene.link(customer));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	await page.frames()[1]?.evaluate(() => location.reload());
	await frame.getByRole("button", { name: "Ask for a new link" }).click();
	await expect
		.poll(() => toldOf(page, "portal.session").then((told) => told.at(-1)))
		.toEqual({ type: "portal.session", state: "expired" });
	await say(page, { type: "portal.link", url: await scene.link(customer) });
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
});

test("hideNavigation and noGutters leave the page alone", async () => {
	const look = { hideNavigation: "true", noGutters: "true" };
	const { frame } = await embed(await scene.link(customer, { look }));
	await frame.getByRole("link", { name: /embedded-one/ }).waitFor();
	expect(await frame.getByRole("navigation").count()).toBe(0);
	const padding = await frame
		.getByRole("main")
		.evaluate((main) => getComputedStyle(main).paddingInlineStart);
	expect(padding).toBe("0px");
});
