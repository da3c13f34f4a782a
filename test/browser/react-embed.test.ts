// The portal in a sender's React page, on a site of its own, where the browser keeps no storage for the portal.
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReactVersion } from "../hosts/bundle.ts";
import { HostServer, SITE_FLAGS } from "../hosts/host-server.ts";
import type { Customer } from "../support/journey.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const ENDPOINTS = 12;
const HEIGHT_MIN = 300;

/** What holds soon; on a busy machine a little later. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

const scene = new PortalScene();
const host = new HostServer();
let customer: Customer;

beforeAll(async () => {
	await Promise.all([scene.start(SITE_FLAGS), host.start("embed")]);
	const settings = { portalFrameAncestors: [host.origin] };
	await scene.installation.call("PATCH", "/environment/settings/", settings);
	customer = await scene.customer("hosted");
	await Promise.all(Array.from({ length: ENDPOINTS }, (_, n) => customer.endpoint(`e${n}`)));
});
beforeEach(() => {
	host.links.length = 0;
	host.makeLink = () => scene.link(customer);
});
afterEach(() => scene.leave());
afterAll(() => Promise.all([host.stop(), scene.stop()]));

type Opened = { page: Page; frame: FrameLocator; exchanges: () => number };

async function open(version: ReactVersion, props: object): Promise<Opened> {
	const page = await scene.page();
	let exchanges = 0;
	page.on("request", (request) => {
		if (request.method() === "POST" && request.url().includes("/one-time-token")) exchanges++;
	});
	await page.goto(host.page("embed", version, props));
	return { page, frame: page.frameLocator("iframe"), exchanges: () => exchanges };
}

const setProps = (page: Page, props: object, taken: string[] = []) =>
	page.evaluate(
		([more, names]) => {
			const none = Object.fromEntries(names.map((name) => [name, undefined]));
			// safe because the host page makes it
			const { setProps: set } = window as unknown as { setProps: (props: object) => void };
			set({ ...more, ...none });
		},
		[props, taken] as const,
	);

const heard = (page: Page, what: string) =>
	page.evaluate((name) => {
		// safe because the host page makes it
		const { heard: all } = window as unknown as { heard: [string, string][] };
		return all.filter(([type]) => type === name).map(([, value]) => value);
	}, what);

const heightOf = (page: Page) =>
	page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);

const list = (frame: FrameLocator) => frame.getByRole("link", { name: /hosted-e\d/ }).first();

describe.each([18, 19] as const)("React %i", (version) => {
	test("It is as high as its page, within bounds, and hears nobody else", async () => {
		const url = await scene.link(customer);
		const { page, frame } = await open(version, { url, fullSize: true, minHeight: HEIGHT_MIN });
		await list(frame).waitFor();
		expect(await heard(page, "ready")).toHaveLength(1);
		await eventually(() => heightOf(page)).toBeGreaterThan(HEIGHT_MIN + 200);
		await expectAccessible(page);
		const full = await heightOf(page);
		await setProps(page, { next: "/endpoints?search=nothing" });
		await frame.getByRole("heading", { name: "Nothing matches" }).waitFor();
		await eventually(() => heightOf(page)).toBeLessThan(full);
		expect((await heard(page, "navigate")).at(-1)).toBe("/endpoints");
		const tell = { type: "svix.iframe-resizer-height", payload: { height: 7777 } };
		await page.evaluate((message) => window.postMessage(message, "*"), tell);
		await page.frames()[1]?.evaluate((message) => {
			window.parent.postMessage({ ...message, payload: { height: "high" } }, "*");
			window.parent.postMessage({ ...message, payload: { height: 1e9 } }, "*");
		}, tell);
		await eventually(() => heightOf(page)).toBe(20_000);
	});

	test("Its look changes while it runs, and is taken back", async () => {
		const url = await scene.link(customer);
		const { page, frame, exchanges } = await open(version, { url, hideNavigation: true });
		await list(frame).waitFor();
		expect(await frame.getByRole("navigation").count()).toBe(0);
		const root = frame.locator("html");
		expect(await root.getAttribute("data-theme")).toBe("light");
		const accent = () => root.evaluate((html) => html.style.getPropertyValue("--button"));
		expect(await accent()).toBe("");
		await setProps(page, { darkMode: true, primaryColor: "ff00aa", hideNavigation: false });
		await eventually(() => root.getAttribute("data-theme")).toBe("dark");
		expect(await accent()).toBe("#ff00aa");
		await frame.getByRole("navigation").waitFor();
		await setProps(page, {}, ["darkMode", "primaryColor"]);
		await eventually(() => root.getAttribute("data-theme")).toBe("light");
		expect(await accent()).toBe("");
		expect(exchanges()).toBe(1);
		expect(await heard(page, "ready")).toHaveLength(1);
	});

	test("It goes on with a fresh link when the session is lost, where the reader was", async () => {
		const { page, frame, exchanges } = await open(version, { fetchesLinks: true, darkMode: true });
		await list(frame).waitFor();
		expect(host.links).toHaveLength(1);
		// The frame forgets all: the browser keeps no storage for it.
		await page.frames()[1]?.evaluate(() => location.reload());
		await eventually(exchanges).toBe(2);
		await list(frame).waitFor();
		await eventually(() => frame.locator("html").getAttribute("data-theme")).toBe("dark");
		await setProps(page, { next: "/event-types" });
		await frame.getByRole("heading", { name: "Event types", level: 1 }).waitFor();
		await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
		await setProps(page, { next: "/endpoints?search=e1" });
		await eventually(exchanges).toBe(3);
		await list(frame).waitFor();
		expect(await heard(page, "error")).toEqual([]);
	});

	test("Only a session that expired is renewed; one that the reader ended is told", async () => {
		const { page, frame, exchanges } = await open(version, { fetchesLinks: true });
		await list(frame).waitFor();
		const tell = (state: unknown) =>
			page.frames()[1]?.evaluate((value) => {
				window.parent.postMessage({ type: "portal.session", state: value }, "*");
			}, state);
		await tell("ended");
		await tell("open");
		await tell(undefined);
		await eventually(() => heard(page, "sessionEnd")).toHaveLength(1);
		// Messages arrive in order: with this one's link, nothing of those before is still to come.
		await tell("expired");
		await eventually(exchanges).toBe(2);
		await list(frame).waitFor();
		expect(host.links).toHaveLength(2);
		expect(await heard(page, "sessionEnd")).toHaveLength(1);
		expect(await heard(page, "error")).toEqual([]);
	});

	test("Drawn twice by StrictMode it spends one link, its own or the server's", async () => {
		const url = await scene.link(customer, { look: { darkMode: "true" } });
		const given = await open(version, { url, isStrict: true, next: "/event-types" });
		await given.frame.getByRole("heading", { name: "Event types", level: 1 }).waitFor();
		expect(given.exchanges()).toBe(1);
		const fetched = await open(version, { fetchesLinks: true, isStrict: true, noGutters: true });
		await list(fetched.frame).waitFor();
		expect([host.links.length, fetched.exchanges()]).toEqual([1, 1]);
		expect(await heard(fetched.page, "ready")).toHaveLength(1);
		// The same link again changes nothing; another one is opened.
		await setProps(given.page, { url, title: "Hooks" });
		await given.page.locator('iframe[title="Hooks"]').waitFor();
		expect(given.exchanges()).toBe(1);
		await setProps(given.page, { url: await scene.link(customer), next: "/endpoints" });
		await list(given.frame).waitFor();
		expect(given.exchanges()).toBe(2);
	});

	test("It says so when there is no link, and tries again", async () => {
		host.makeLink = () => Promise.reject(new Error("down"));
		const { page, frame } = await open(version, { fetchesLinks: true });
		await page.getByRole("alert").waitFor();
		await expectAccessible(page);
		expect(await heard(page, "error")).toEqual(["Error: no link: 500"]);
		host.makeLink = () => scene.link(customer);
		await page.getByRole("button", { name: "Try again" }).click();
		await list(frame).waitFor();
		expect(await page.getByRole("alert").count()).toBe(0);
		// A server that keeps its links gives one that was spent.
		host.makeLink = () => Promise.resolve(host.links.at(-1) ?? "");
		await page.frames()[1]?.evaluate(() => location.reload());
		await eventually(() => heard(page, "error")).toHaveLength(2);
		expect((await heard(page, "error"))[1]).toMatch(/same link/);
		await setProps(page, { url: "javascript:alert(1)" });
		await eventually(() => heard(page, "error")).toHaveLength(3);
		expect(await page.locator('iframe[src^="javascript"]').count()).toBe(0);
	});

	test("Taken away while it waits, it opens nothing", async () => {
		let answer: (() => void) | undefined;
		const asked = new Promise<void>((begun) => {
			host.makeLink = async () => {
				begun();
				await new Promise<void>((resolve) => {
					answer = resolve;
				});
				return await scene.link(customer);
			};
		});
		const { page } = await open(version, { fetchesLinks: true });
		await page.getByRole("status").waitFor();
		await expectAccessible(page);
		await asked;
		const cancelled = page.waitForEvent("requestfailed");
		await setProps(page, { isGone: true });
		expect((await cancelled).url()).toMatch(/\/link$/);
		answer?.();
		expect(await heard(page, "error")).toEqual([]);
		expect(await page.locator("iframe").count()).toBe(0);
	});
});
