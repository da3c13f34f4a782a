// Several links in one tab: each brings its own look and its own application, and the console none of it.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signIn } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
let host: Server;
let hostUrl: string;
const HOST_PAGE = `<!doctype html><title>Host</title><h1>Host</h1><iframe title="Webhooks" width="1000" height="700"></iframe>`;

beforeAll(async () => {
	await scene.start();
	host = createServer((_, res) => res.setHeader("content-type", "text/html").end(HOST_PAGE));
	await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
	// safe because it listens on a port, not on a file
	hostUrl = `http://localhost:${(host.address() as AddressInfo).port}`;
});
afterEach(() => scene.leave());
afterAll(async () => {
	host?.close();
	await scene.stop();
});

/** What of the look is at the root of the page. */
const LOOK_SCRIPT = `(() => {
	const { dataset, style, lang } = document.documentElement;
	return { theme: dataset.theme, language: lang, button: style.getPropertyValue("--button") };
})()`;
const PLAIN = { theme: "light", language: "en-GB", button: "" };
const BRANDED = { theme: "dark", language: "de", button: "#ff00aa" };
const LOOK = { darkMode: "true", primaryColor: "ff00aa", locale: "de", hideNavigation: "true" };

test("A link's look stays with its application, and a reload keeps it", async () => {
	const [one, other] = [await scene.customer("tab-one"), await scene.customer("tab-other")];
	const page = await scene.page();
	const visit = async (address: string) => {
		await page.goto(address);
		await page.getByRole("heading", { level: 1 }).waitFor();
		return await page.evaluate(LOOK_SCRIPT);
	};
	expect(await visit(await scene.link(one, { look: LOOK }))).toEqual(BRANDED);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await page.evaluate(LOOK_SCRIPT)).toEqual(BRANDED);
	expect(await page.getByRole("navigation").count()).toBe(0);

	expect(await visit(await scene.link(other))).toEqual(PLAIN);
	await page.getByRole("navigation").waitFor();
	await page.reload();
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await page.evaluate(LOOK_SCRIPT)).toEqual(PLAIN);

	expect(await visit(await scene.link(one))).toEqual(PLAIN);
});

test("The console does not take a link's look, and keeps its own theme over a reload", async () => {
	const customer = await scene.customer("tab-console");
	const page = await scene.page();
	await page.goto(await scene.link(customer, { look: LOOK }));
	await page.getByRole("heading", { level: 1 }).waitFor();
	const { url, apiKey } = scene.installation.server;
	await page.goto(`${url}/console/overview`);
	await signIn(page, apiKey, true);
	await page.locator("main#main h1").waitFor();
	expect(await page.evaluate(LOOK_SCRIPT)).toEqual(PLAIN);
	await page.getByRole("radio", { name: "Dark" }).check({ force: true });
	await page.reload();
	await page.locator("main#main h1").waitFor();
	expect(await page.evaluate(LOOK_SCRIPT)).toEqual({ ...PLAIN, theme: "dark" });
});

test("A fresh link of another application opens that application, whole", async () => {
	const [one, other] = [await scene.customer("fresh-one"), await scene.customer("fresh-other")];
	await one.endpoint("first");
	await other.endpoint("second");
	const page = await scene.page();
	await page.goto(hostUrl);
	const src = await scene.link(one, { look: { next: "/messages" } });
	await page.locator("iframe").evaluate((element, to) => element.setAttribute("src", to), src);
	const frame = page.frameLocator("iframe");
	await frame.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
	const { id } = await other.call("GET", "/");
	const url = await scene.link(other);
	await page.evaluate(
		(link) => frames[0]?.postMessage({ type: "portal.link", url: link }, "*"),
		url,
	);
	await frame.getByRole("link", { name: /fresh-other-second/ }).waitFor();
	const addressNow = () => new URL(page.frames()[1]?.url() ?? "about:blank").pathname;
	expect(addressNow()).toBe(`/app/${id}/endpoints`);
	expect(await frame.getByRole("link", { name: /fresh-one-first/ }).count()).toBe(0);
	// Its pages are the other application's, too.
	await frame.getByRole("link", { name: /fresh-other-second/ }).click();
	await frame.getByRole("heading", { level: 1, name: /fresh-other-second/ }).waitFor();
	expect(addressNow()).toMatch(new RegExp(`^/app/${id}/endpoints/ep_`));
});

test("The settings choose the language after the link and before the browser", async () => {
	const customer = await scene.customer("spoken");
	const { installation } = scene;
	const languageOf = async (locale: string, look: Record<string, string> = {}) => {
		const page = await scene.page({ locale });
		const asked: string[] = [];
		page.on("request", (request) => asked.push(new URL(request.url()).pathname));
		await page.goto(await scene.link(customer, { look }));
		await page.getByRole("heading", { level: 1 }).waitFor();
		const words = await page.getByRole("heading", { level: 1 }).textContent();
		const scripts = asked.filter((path) => path.endsWith(".js")).length;
		return { lang: await page.locator("html").getAttribute("lang"), words, scripts };
	};
	const english = await languageOf("en-GB");
	expect(english).toMatchObject({ lang: "en-GB", words: "Endpoints" });
	await installation.call("PATCH", "/environment/settings/", { locale: "de" });
	expect(await languageOf("en-GB")).toMatchObject({ lang: "de", words: "Endpunkte" });
	expect(await languageOf("en-GB", { locale: "en" })).toMatchObject({ lang: "en" });
	await installation.call("PATCH", "/environment/settings/", { locale: "en" });
	expect(await languageOf("de-DE")).toMatchObject({ lang: "en", words: "Endpoints" });
	// English costs nothing more when the settings choose it.
	expect((await languageOf("en-GB")).scripts).toBe(english.scripts);
	await installation.call("PATCH", "/environment/settings/", { locale: null });
	expect(await languageOf("de-DE")).toMatchObject({ lang: "de-DE", words: "Endpunkte" });
});

test.each([
	[{ backgroundPrimary: "#222222" }, "false"],
	[{ backgroundSecondary: "#000000" }, "false"],
	[{ backgroundPrimary: "#777777", backgroundSecondary: "#ffff00" }, "true"],
])("Backgrounds of the settings keep contrast: %j, darkMode=%s", async (palette, darkMode) => {
	const customer = await scene.customer(`painted-${Object.values(palette).join("").slice(1, 7)}`);
	await customer.endpoint("one");
	await scene.installation.call("PATCH", "/environment/settings/", {
		colorPaletteLight: palette,
		colorPaletteDark: palette,
	});
	const page = await scene.open(customer, { look: { darkMode } });
	await page.getByRole("link", { name: /painted/ }).waitFor();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Add endpoint" }).hover();
	await page.getByRole("link", { name: "Add endpoint" }).click();
	await page.getByRole("heading", { level: 1 }).waitFor();
	await expectAccessible(page);
});
