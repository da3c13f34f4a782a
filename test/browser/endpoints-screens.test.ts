// The pages of an endpoint for every reader: each theme and width, by keyboard alone, with few rights, with refusals.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene();
let customer: Customer;
let endpointId: string;

beforeAll(async () => {
	await scene.start();
	const schema = {
		type: "object",
		properties: { id: { type: "string" } },
		examples: [{ id: "1" }],
	};
	for (const name of ["invoice.paid", "invoice.voided", "order.placed", "ping"]) {
		const type = { name, description: `About ${name}`, schemas: { 1: schema } };
		await scene.installation.call("POST", "/event-type/", type);
	}
	customer = await scene.customer("screens");
	const { id } = await customer.endpoint("one", "?status=200,500", {
		eventTypes: ["invoice.*", "ping"],
		channels: ["eu"],
		headers: { "X-Team": "red", Authorization: "Bearer hidden" },
		metadata: { team: "<b>red</b>" },
		description: "<img src=x onerror=alert(1)>",
	});
	endpointId = id;
	await customer.send("invoice.paid", { channels: ["eu"] });
	await customer.send("ping", { channels: ["eu"] });
	await waitFor("both attempts", () => customer.ids("one").length >= 2);
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

test.each([
	["light", WIDE],
	["dark", WIDE],
	["light", NARROW],
	["dark", NARROW],
] as const)("Every page and dialog shuts nobody out (%s, %o)", async (theme, size) => {
	const page = await scene.open(customer, { theme, size, look: { next: "/endpoints/new" } });
	// A dialog that is still fading in has no contrast yet.
	await page.emulateMedia({ reducedMotion: "reduce" });
	const check = async () => {
		await expectAccessible(page);
		expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
	};
	const button = (name: string) => page.getByRole("button", { name, exact: true });
	const dialog = async (open: () => Promise<unknown>) => {
		await open();
		await page.getByRole("dialog").waitFor();
		await check();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	};
	await page.getByText("More options").click();
	await page.getByRole("button", { name: "Add header" }).click();
	await button("Create endpoint").click();
	await page.getByText("Write the address that messages are sent to.").waitFor();
	await check();

	await page.getByRole("link", { name: "Endpoints" }).first().click();
	await page.getByRole("link", { name: /screens-one/ }).click();
	await page.getByRole("table", { name: "Latest attempts" }).waitFor();
	await page.getByRole("img", { name: "Attempts over time" }).waitFor();
	await page.getByText("nothing waits").waitFor();
	await check();
	await dialog(() => button("Edit").click());
	await dialog(() => button("Edit what it receives").click());
	await dialog(() => button("Rotate").click());
	const replay = (item: RegExp) => async () => {
		await button("Replay").click();
		await page.getByRole("menuitem", { name: item }).click();
		await page.getByText(/≈ |nothing to send/).waitFor();
	};
	await dialog(replay(/Recover/));
	await dialog(replay(/by filter/));

	await page.getByRole("link", { name: "Testing" }).click();
	await button("Send test").click();
	await page.getByRole("heading", { name: "Answer" }).waitFor();
	await check();
	await page.getByRole("textbox", { name: "What is sent, as JSON" }).fill('{\n "a" 1}');
	await page.getByText("Line 2, column 6: a colon is missing after the name").waitFor();
	await check();

	await page.getByRole("link", { name: "Advanced" }).click();
	await page.getByText("<b>red</b>").waitFor();
	await check();
	await dialog(() => button("Delete endpoint").click());
});

test("The keyboard alone adds an endpoint", async () => {
	const own = await scene.customer("keyboard");
	const page = await scene.open(own, { look: { next: "/endpoints/new" } });
	const press = (...keys: string[]) =>
		keys.reduce(async (before, key) => {
			await before;
			await page.keyboard.press(key);
		}, Promise.resolve());
	/** Tab until the focus is on what has this name. */
	const reach = async (name: RegExp) => {
		for (let step = 0; step < 40; step++) {
			const here = page.locator(":focus");
			const text = await here.evaluate((element) => {
				const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
				return [element.getAttribute("aria-label"), element.textContent]
					.concat(labels.map(({ textContent }) => textContent))
					.join(" ");
			});
			if (name.test(text)) return;
			await press("Tab");
		}
		throw new Error(`${name} is not reached by the keyboard`);
	};
	await page.getByRole("checkbox", { name: "ping" }).waitFor();
	await page.getByRole("heading", { level: 1 }).focus();
	await reach(/Endpoint URL/);
	await page.keyboard.type("example.com/hooks");
	await press("Enter");
	await page.getByText("Begin with https://").waitFor();
	await expect.poll(() => page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
	await press("Home");
	await page.keyboard.type(`${scene.installation.receiver.url}/to/`);
	await reach(/^.*order.placed/);
	await press("Space");
	await reach(/Create endpoint/);
	await press("Enter");
	await page.getByRole("heading", { name: "Signing secret" }).waitFor();
	const [made] = (await own.call("GET", "/endpoint/")).data;
	expect(made.eventTypes).toEqual(["order.placed"]);
	expect(made.url).toContain("/to/example.com/hooks");
});

test("What the API refuses is told at its field", async () => {
	const page = await scene.open(customer, { look: { next: "/endpoints/new" } });
	await page.getByLabel("Endpoint URL").fill("https://user:***@example.com/");
	await page.getByText("More options").click();
	await page.getByLabel("Signing secret").fill("short");
	await page.getByLabel("Throttle").fill("0");
	await page.getByRole("button", { name: "Create endpoint" }).click();
	const field = (label: string) => page.locator(".field").filter({ hasText: label });
	await field("Throttle").getByText("must be a whole number from 1").waitFor();
	await page.getByLabel("Throttle").fill("5");
	await page.getByRole("button", { name: "Create endpoint" }).click();
	await field("Endpoint URL").getByText("must have its password").waitFor();
	await page.getByLabel("Endpoint URL").fill(`${scene.installation.receiver.url}/to/x`);
	await page.getByRole("button", { name: "Create endpoint" }).click();
	await field("Signing secret").getByText("The secret must be whsec_").waitFor();
	expect((await customer.call("GET", "/endpoint/")).data).toHaveLength(1);
});

test("Who may only look sees a complete page without anything to change", async () => {
	const look = { next: `/endpoints/${endpointId}` };
	const page = await scene.open(customer, { access: { capabilities: ["ViewBase"] }, look });
	await page.getByRole("table", { name: "Latest attempts" }).waitFor();
	await page.getByRole("heading", { name: "Right now" }).waitFor();
	for (const name of ["Edit", "Replay", "More actions", "Rotate", "Show secret", "Copy secret"]) {
		expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
	}
	expect(await page.getByRole("heading", { name: "Signing secret" }).count()).toBe(0);
	expect(await page.getByRole("link", { name: "Testing" }).count()).toBe(0);
	await page.getByRole("link", { name: "Advanced" }).click();
	await page.getByText("Strict order").waitFor();
	await page.getByText("X-Team").waitFor();
	expect(await page.getByRole("textbox").count()).toBe(0);
	expect(await page.getByRole("heading", { name: "Stop and delete" }).count()).toBe(0);
	await expectAccessible(page);
});

test("Who may send but not see secrets is offered just that", async () => {
	const look = { next: `/endpoints/${endpointId}` };
	const capabilities = ["ViewBase", "CreateAttempts"];
	const page = await scene.open(customer, { access: { capabilities }, look });
	await page.getByRole("button", { name: "Replay", exact: true }).waitFor();
	await page.getByRole("link", { name: "Testing" }).waitFor();
	expect(await page.getByRole("heading", { name: "Signing secret" }).count()).toBe(0);
	expect(await page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
	const viewer = await scene.open(customer, {
		access: { capabilities: ["ViewBase", "ViewEndpointSecret"] },
		look,
	});
	await viewer.getByRole("button", { name: "Show secret" }).click();
	await expect.poll(() => viewer.locator(".secret code").textContent()).toMatch(/^whsec_/);
	expect(await viewer.getByRole("button", { name: "Rotate" }).count()).toBe(0);
	await viewer.evaluate(() => dispatchEvent(new Event("blur")));
	await expect.poll(() => viewer.locator(".secret code").textContent()).not.toContain("whsec_");
});

test("An endpoint that is gone says so; the pages speak German", async () => {
	const next = "/endpoints/ep_0000000000000000000000000000";
	const page = await scene.open(customer, { look: { next } });
	await page.getByText("This no longer exists.").waitFor();
	await expectAccessible(page);
	const german = await scene.open(customer, {
		locale: "de-DE",
		look: { next: `/endpoints/${endpointId}` },
	});
	await german.getByRole("heading", { name: "Signaturgeheimnis" }).waitFor();
	await german.getByRole("table", { name: "Letzte Versuche" }).waitFor();
});
