// How everything goes, from above: the overview, usage, operational webhooks, and the switch of the installation.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene } from "./support/portal.ts";

const scene = new PortalScene({ OWN_HOSTS: "hooks.edgehook.example" });
beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

test("The overview counts deliveries, names what fails, and leads there", async () => {
	const customer = await scene.customer("overview");
	await customer.endpoint("good");
	const { id } = await customer.endpoint("bad", "?status=500");
	const message = await customer.send();
	await customer.stands(message, "good", "delivered");
	const page = await openConsole(scene, "");
	await page.getByText("Attempts, last 24 hours").waitFor();
	const row = page.getByRole("row", { name: /overview-bad/ });
	await row.getByText("Failing").waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "View as table" }).click();
	await page.getByRole("columnheader", { name: "succeeded" }).waitFor();
	await row.getByRole("link").click();
	await page.getByRole("navigation", { name: "Pages of the application" }).waitFor();
	expect(page.url()).toContain(`/endpoints/${id}`);
});

test("An operational webhook is added, changed, shown its secret, and deleted", async () => {
	const page = await openConsole(scene, "/operational-webhooks");
	await page.getByRole("button", { name: "Add endpoint" }).click();
	await page.getByLabel("URL").fill("nonsense");
	const submit = page.locator("dialog footer").getByRole("button", { name: "Add endpoint" });
	await submit.click();
	await page.locator("dialog .error").waitFor();
	await page.getByLabel("URL").fill(`${scene.installation.receiver.url}/to/operations`);
	await page.getByLabel("endpoint.disabled").check();
	await expectAccessible(page);
	await submit.click();
	const row = page.getByRole("row", { name: /to\/operations/ });
	await row.getByText("1 event").waitFor();
	const choose = async (name: string) => {
		await row.getByRole("button").click();
		await page.getByRole("menuitem", { name }).click();
	};
	await choose("Edit");
	await page.getByRole("switch", { name: "Active" }).uncheck();
	await page.getByLabel("All events").check();
	await page.getByRole("button", { name: "Save" }).click();
	await row.getByText("Disabled").waitFor();
	await row.getByText("All events").waitFor();

	await choose("Signing secret");
	await page.getByRole("button", { name: "Show" }).click();
	const secret = page.locator("dialog code");
	await expect.poll(() => secret.textContent()).toMatch(/^whsec_/);
	const before = await secret.textContent();
	await page.getByRole("button", { name: "Replace secret" }).click();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Replace secret" }).click();
	await page.getByText("The secret is replaced.").waitFor();
	expect(await secret.textContent()).not.toBe(before);
	await page.keyboard.press("Escape");

	await choose("Delete");
	const { host } = new URL(scene.installation.receiver.url);
	await page.getByLabel(`Type ${host} to go on`).fill(host);
	await page.getByRole("button", { name: "Delete" }).click();
	await page.getByText("No operational webhooks yet").waitFor();
});

test("Usage is counted on the server, and its task is among the tasks", async () => {
	const customer = await scene.customer("usage");
	await customer.endpoint("good");
	await customer.sendMany(3);
	const page = await openConsole(scene, "/usage", { theme: "dark" });
	await page.getByRole("button", { name: "Count" }).click();
	const row = page.getByRole("row", { name: /usage/ });
	await row.getByText("3", { exact: true }).waitFor();
	await expectAccessible(page);
	await page.getByRole("link", { name: "Background tasks" }).click();
	await page.getByText("Usage count").first().waitFor();
	await expectAccessible(page);
});

test("The operator pauses all delivery after typing so, and resumes it", async () => {
	const page = await openConsole(scene, "/operator");
	await page.getByRole("button", { name: "Pause all delivery" }).click();
	await page.getByLabel("Notice").fill("A <b>test</b>");
	await page.getByLabel("Type pause to go on").fill("pause");
	await expectAccessible(page);
	await page.locator("dialog footer").getByRole("button", { name: "Pause all delivery" }).click();
	await page.getByText("Nothing is delivered.").waitFor();
	await page.getByText("A <b>test</b>").waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Resume delivery" }).click();
	await page.locator("dialog footer").getByRole("button", { name: "Resume delivery" }).click();
	await page.getByText("Messages are being delivered.").waitFor();
});

/** An organisation that has asked for a domain. */
async function newAsker(name: string, hostname: string) {
	const { server } = scene.installation;
	const made = await scene.installation.call("POST", "/operator/organisation/", { name });
	const headers = { authorization: `Bearer ${made.apiKey.key}` };
	const body = { hostname, serves: "catalog" };
	const asked = await server.request("POST", "/environment/domain/", body, headers);
	expect(asked.status).toBe(201);
	const path = `/environment/domain/${asked.json().id}/`;
	return {
		orgId: String(made.id),
		status: async () => (await server.request("GET", path, undefined, headers)).json().status,
		answers: async () => (await server.request("GET", path, undefined, headers)).status,
	};
}

test("The operator activates a domain for one who asked, takes it back, and deletes it by its name", async () => {
	const hostname = "events.operated-shop.com";
	const one = await newAsker("Asker", hostname);
	const other = await newAsker("Other", hostname);
	const page = await openConsole(scene, "/operator");
	const rowOf = ({ orgId }: { orgId: string }) =>
		page.getByRole("row", { name: hostname }).filter({ hasText: orgId });
	const choose = async (asker: { orgId: string }, name: string) => {
		await rowOf(asker).getByRole("button").click();
		await page.getByRole("menuitem", { name }).click();
	};
	const confirm = (name: string) => page.locator("dialog footer").getByRole("button", { name });
	await rowOf(one).getByText("Waiting for DNS").waitFor();
	await choose(one, "Activate");
	await page.getByText(one.orgId).last().waitFor();
	await expectAccessible(page);
	await confirm("Activate").click();
	await rowOf(one).getByText("Active", { exact: true }).waitFor();
	expect(await one.status()).toBe("active");

	await choose(other, "Activate");
	await confirm("Activate").click();
	await page.getByText("This hostname is somebody's domain already").waitFor();
	await confirm("Cancel").click();
	expect(await other.status()).toBe("pending");

	await choose(one, "Take back");
	await confirm("Take back").click();
	await rowOf(one).getByText("Waiting for DNS").waitFor();
	expect(await one.status()).toBe("pending");

	await choose(one, "Delete domain");
	expect(await confirm("Delete domain").isDisabled()).toBe(true);
	await page.getByLabel(`Type ${hostname} to go on`).fill(hostname);
	await expectAccessible(page);
	await confirm("Delete domain").click();
	await page.getByText(`${hostname} was deleted`).waitFor();
	await rowOf(one).waitFor({ state: "detached" });
	expect(await one.answers()).toBe(404);
	expect(await other.status()).toBe("pending");
});

test("A key of another organisation sees its own name, and nothing of the operator", async () => {
	const made = await scene.installation.call("POST", "/operator/organisation/", { name: "Tenant" });
	const page = await openConsole(scene, "", { key: made.apiKey.key, locale: "de-DE" });
	await page.getByText("Tenant", { exact: true }).waitFor();
	await page.getByRole("heading", { name: "Übersicht" }).waitFor();
	await page.getByText("Noch keine Anwendungen").waitFor();
	expect(await page.getByRole("link", { name: "Installation" }).count()).toBe(0);
	await expectAccessible(page);
});

const SCREENS = [
	"",
	"/applications",
	"/usage",
	"/tasks",
	"/operational-webhooks",
	"/api-keys",
	"/operator",
	"/nowhere",
];

test.each([
	["light", undefined],
	["dark", NARROW],
] as const)("Every screen is accessible and fits (%s)", async (theme, size) => {
	await scene.customer(`screens-${theme}`);
	const page = await openConsole(scene, "", {
		...{ theme, isKept: true },
		...(size !== undefined && { size }),
	});
	for (const screen of SCREENS) {
		await page.goto(`${scene.installation.server.url}/console${screen}`);
		await page.locator("main#main h1").waitFor();
		await page.locator(".skeleton").first().waitFor({ state: "detached" });
		await expectAccessible(page);
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(overflow, screen).toBeLessThanOrEqual(0);
	}
});

test("The console brings its own style sheet, and the portal loads neither that nor its script", async () => {
	const filesOf = async (
		open: (page: Awaited<ReturnType<PortalScene["page"]>>) => Promise<void>,
	) => {
		const page = await scene.page();
		const files: string[] = [];
		page.on("response", (response) => files.push(new URL(response.url()).pathname));
		await open(page);
		return files;
	};
	const { url } = scene.installation.server;
	const console = await filesOf(async (page) => {
		await page.goto(`${url}/console`);
		await page.getByRole("heading", { level: 1 }).waitFor();
	});
	const link = await scene.link(await scene.customer("files"));
	const portal = await filesOf(async (page) => {
		await page.goto(link);
		await page.getByRole("heading", { level: 1 }).waitFor();
	});
	const more = console.filter((file) => !portal.includes(file) && file.endsWith(".css"));
	expect(more).toHaveLength(1);
	expect(portal.filter((file) => file.endsWith(".css"))).toHaveLength(1);
	expect(portal.filter((file) => file.endsWith(".js"))).toHaveLength(1);
});
