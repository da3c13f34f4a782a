// What can be sent, how deliveries go over time, and the bulk work that goes on by itself.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene({ RETRY_SCHEDULE_SECONDS: "3600" });
let customer: Customer;

const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

const SCHEMA = {
	type: "object",
	description: "An invoice was paid in full.",
	required: ["id"],
	properties: {
		id: { type: "string", description: "<script>alert(1)</script>" },
		lines: {
			type: "array",
			items: { type: "object", properties: { amount: { type: "integer" } } },
		},
	},
	examples: [{ id: "inv_1", lines: [{ amount: 5 }] }],
};

beforeAll(async () => {
	await scene.start();
	const { installation } = scene;
	for (const [name, fields] of Object.entries({
		"invoice.paid": { description: "An invoice was paid", schemas: { 1: SCHEMA } },
		"invoice.voided": { description: "<b>never</b> mind", deprecated: true },
		"user.created": { description: "Somebody new" },
		ping: {},
		"secret.plan": { featureFlags: ["beta"] },
		"old.one": { archived: true },
	})) {
		await installation.call("POST", "/event-type/", { name, ...fields });
	}
	customer = await scene.customer("catalog");
	await customer.endpoint("good");
	await customer.endpoint("bad", "?status=500");
	await customer.sendMany(12);
	await customer.arrives("good", 12);
	await customer.arrives("bad", 12);
	// A recovery is of what has failed, and leaves out what is still under way.
	await waitFor("12 failures", async () => {
		const { data } = await customer.call("GET", "/attempt/endpoint/bad/?limit=50");
		return data.length === 12;
	});
	await customer.call("POST", "/endpoint/bad/recover/", { since: HOUR_AGO });
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const at = (next: string) => ({ look: { next } });
const VIEWS = [
	["light", WIDE],
	["dark", NARROW],
] as const;

test.each(VIEWS)("The catalog shows event types by group (%s, %o)", async (theme, size) => {
	const page = await scene.open(customer, { ...at("/event-types"), theme, size });
	await page.getByRole("link", { name: "invoice.paid" }).waitFor();
	expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
		"invoice",
		"user",
		"Other",
	]);
	expect(await page.getByText("<b>never</b> mind").count()).toBe(1);
	expect(await page.getByText("secret.plan").count()).toBe(0);
	expect(await page.getByText("old.one").count()).toBe(0);
	await expectAccessible(page);
	expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
});

test.each(VIEWS)("An event type shows its fields and an example (%s, %o)", async (theme, size) => {
	const page = await scene.open(customer, { ...at("/event-types/invoice.paid"), theme, size });
	await page.getByText("<script>alert(1)</script>").waitFor();
	await page.getByText('"inv_1"').waitFor();
	await page.getByRole("radio", { name: "JSON Schema" }).check();
	await page.getByText('"required": [').waitFor();
	await expectAccessible(page);
});

test("Words find event types, and a flag shows what is hidden from others", async () => {
	const access = { featureFlags: ["beta"] };
	const page = await scene.open(customer, { ...at("/event-types"), access });
	await page.getByRole("link", { name: "secret.plan" }).waitFor();
	await page.getByRole("searchbox").fill("somebody");
	await expect
		.poll(() => page.getByRole("listitem").filter({ hasText: "invoice" }).count())
		.toBe(0);
	await page.getByRole("link", { name: "user.created" }).click();
	await page.getByRole("heading", { level: 1, name: "user.created" }).waitFor();
	await page.getByText("This event type has no schema.").waitFor();
});

test.each(VIEWS)(
	"Activity shows attempts by outcome and by endpoint (%s, %o)",
	async (theme, size) => {
		const page = await scene.open(customer, { ...at("/activity"), theme, size });
		const figure = (name: string) =>
			page.locator(".figures > div").filter({ hasText: name }).locator("dd").textContent();
		await expect.poll(() => figure("Failed")).toMatch(/^(12|24)$/);
		expect(await figure("Succeeded")).toBe("12");
		await page.getByRole("row").filter({ hasText: "-bad" }).waitFor();
		await page.getByRole("button", { name: "View as table" }).click();
		await expectAccessible(page);
		await page.getByRole("combobox", { name: "Endpoint" }).selectOption({ index: 1 });
		await expect.poll(() => figure("Failed")).toBe("0");
		await page.getByRole("radio", { name: "7 days" }).check();
		expect(page.url()).toContain("range=week");
		await expect.poll(() => figure("Attempts")).toBe("12");
		expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
	},
);

test.each(VIEWS)("Tasks show how far they are (%s, %o)", async (theme, size) => {
	const page = await scene.open(customer, { ...at("/tasks"), theme, size });
	const row = page.getByRole("row").filter({ hasText: "Recovery of failed messages" });
	await expect.poll(() => row.first().textContent(), { timeout: 20_000 }).toContain("12 of 12");
	await expectAccessible(page);
});

test("A task that runs can be stopped, by those who may", async () => {
	const slow = await scene.customer("slow");
	await slow.endpoint("main", "", { throttleRate: 1 });
	await slow.sendMany(20);
	await slow.call("POST", "/endpoint/main/bulk-replay/", { since: HOUR_AGO });
	const viewer = await scene.open(slow, {
		...at("/tasks"),
		access: { capabilities: ["ViewBase"] },
	});
	await viewer.getByText("Replay by filter").waitFor();
	expect(await viewer.getByRole("button", { name: "Cancel" }).count()).toBe(0);
	const page = await scene.open(slow, at("/tasks"));
	await page.getByRole("button", { name: "Cancel" }).click();
	const dialog = page.getByRole("dialog");
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Cancel" }).last().click();
	await page.getByRole("row").filter({ hasText: "Cancelled" }).waitFor();
});
