// The sender's view of customers: applications, their portal links, and the portal's own screens about them.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

test("An application is created, its link opens the portal, ending sessions ends it", async () => {
	const page = await openConsole(scene, "/applications");
	await page.getByRole("button", { name: "Add application" }).click();
	await page.getByLabel("Name").fill("Fabrikam");
	await page.getByLabel("uid").fill("app_wrong");
	await page.getByLabel("Metadata").fill("no sign");
	await page.getByRole("button", { name: "Create application" }).click();
	await page.getByText("Write each line as “name = value”.").waitFor();
	await page.getByLabel("Metadata").fill("plan = gold");
	await page.getByRole("button", { name: "Create application" }).click();
	await page.getByText("must not begin with 'app_'").waitFor();
	await expectAccessible(page);
	await page.getByLabel("uid").fill("fabrikam");
	await page.getByRole("button", { name: "Create application" }).click();
	await page.getByRole("heading", { name: "Fabrikam", level: 1 }).waitFor();
	await page.getByText("gold").waitFor();
	await expectAccessible(page);

	await page.getByRole("button", { name: "Open portal" }).click();
	await page.getByLabel("Create, change and delete endpoints").uncheck();
	await page.getByLabel("Theme").last().selectOption("dark");
	await expectAccessible(page);
	await page.getByRole("button", { name: "Create link" }).click();
	const link = (await page.locator("dialog code").textContent()) ?? "";
	await expectAccessible(page);
	const portal = await scene.page();
	await portal.goto(link);
	await portal.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	expect(await portal.locator("html").getAttribute("data-theme")).toBe("dark");
	expect(await portal.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);

	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "End all sessions" }).click();
	await page.getByRole("button", { name: "End all sessions" }).click();
	await page.getByText("All sessions are ended.").waitFor();
	await portal.reload();
	await portal.getByRole("heading", { name: "Your session has ended" }).waitFor();
});

test("Applications are found, changed and deleted", async () => {
	const { server } = scene.installation;
	await scene.installation.call("POST", "/app/", { name: "Globex", uid: "globex", metadata: {} });
	const page = await openConsole(scene, "/applications");
	await page.getByLabel("Search name, uid or id").fill("nobody");
	await page.getByText("Nothing matches").waitFor();
	await page.getByLabel("Search name, uid or id").fill("GLOB");
	await page.getByRole("link", { name: "Globex" }).click();
	await page.getByRole("button", { name: "Edit" }).click();
	await page.getByLabel("Throttle").fill("25");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("25 per second").waitFor();
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Delete application" }).click();
	await page.getByLabel("Type globex to go on").fill("globex");
	await page.getByRole("button", { name: "Delete application" }).click();
	await page.getByRole("heading", { name: "Applications", level: 1 }).waitFor();
	expect((await server.request("GET", "/app/globex/")).status).toBe(404);
});

test("The portal's screens work for an application with the key alone, and links stay in it", async () => {
	const customer = await scene.customer("reused");
	await customer.endpoint("good");
	const message = await customer.send();
	await customer.stands(message, "good", "delivered");
	const { id } = await scene.installation.call("GET", `/app/${customer.uid}/`);
	const page = await openConsole(scene, `/applications/${id}/endpoints`, { isKept: true });
	await page
		.getByRole("link", { name: /127\.0\.0\.1/ })
		.first()
		.waitFor();
	await expectAccessible(page);
	const tabs = page.getByRole("navigation", { name: "Pages of the application" });
	await tabs.getByRole("link", { name: "Messages" }).click();
	await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
	expect(page.url()).toContain(`/console/applications/${id}/messages`);
	await page.locator("td a").first().click();
	await expect.poll(() => page.url()).toContain(`/console/applications/${id}/messages/msg_`);
	await page.getByText("the server answered 200").first().waitFor();
	await expectAccessible(page);
	await page.reload();
	await page.getByText("the server answered 200").first().waitFor();
	await page.goBack();
	await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
});

test("An application that is not there is said to be gone", async () => {
	const page = await openConsole(scene, "/applications/nobody/endpoints");
	await page.getByText("This no longer exists.").waitFor();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Overview" }).click();
	await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
});

test("A narrow screen shows an application without scrolling sideways", async () => {
	const customer = await scene.customer("narrow");
	const { id } = await scene.installation.call("GET", `/app/${customer.uid}/`);
	const page = await openConsole(scene, `/applications/${id}`, { size: NARROW, theme: "dark" });
	await page.getByRole("heading", { name: "narrow", level: 1 }).waitFor();
	await expectAccessible(page);
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBeLessThanOrEqual(NARROW.width);
});
