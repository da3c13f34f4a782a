// The life of an endpoint as its owner sees it: added, filtered, tried, failing, mended, recovered, rotated, deleted.
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { PortalScene } from "./support/portal.ts";

/** What failed is not tried again while the reader mends it. */
const scene = new PortalScene({ RETRY_SCHEDULE_SECONDS: "3600" });
/** The page asks again every few seconds. */
const LATER = { timeout: 20_000 };
const EXAMPLE = { id: "inv_1", amount: 4200 };
const SCHEMA = {
	type: "object",
	properties: { id: { type: "string" }, amount: { type: "integer" } },
	examples: [EXAMPLE],
};

beforeAll(async () => {
	await scene.start();
	for (const name of ["invoice.paid", "invoice.voided", "order.placed"]) {
		await scene.installation.call("POST", "/event-type/", { name, schemas: { 1: SCHEMA } });
	}
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const urlOf = (customer: Customer, name: string, plan = "") =>
	`${scene.installation.receiver.url}/to/${customer.uid}-${name}${plan}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function reveal(page: Page): Promise<string> {
	await button(page, "Show secret").click();
	const shown = page.locator(".secret code");
	await expect.poll(() => shown.textContent()).toMatch(/^whsec_/);
	return (await shown.textContent()) ?? "";
}

/** From a menu of the page's head. */
async function choose(page: Page, menu: string, item: RegExp | string): Promise<void> {
	await button(page, menu).click();
	await page.getByRole("menuitem", { name: item }).click();
}

test("From the first link to the last click", async () => {
	const customer = await scene.customer("life");
	const page = await scene.open(customer);

	// Added, with a whole group: an event type that comes later is in it, too.
	await page.getByRole("link", { name: "Add endpoint" }).first().click();
	await page.getByLabel("Endpoint URL").fill(urlOf(customer, "shop", "?status=500"));
	await page.getByText("Receiving all events.").waitFor();
	await page.getByRole("searchbox").fill("invoice");
	await expect.poll(() => page.getByRole("checkbox", { name: "order.placed" }).count()).toBe(0);
	await page.getByRole("searchbox").fill("");
	await page.getByRole("checkbox", { name: /^invoice / }).check();
	await page.getByText("2 event types chosen").waitFor();
	await button(page, "Create endpoint").click();
	await page.getByRole("heading", { name: "Signing secret" }).waitFor();
	await page.getByText("invoice.*").waitFor();
	const [endpoint] = (await customer.call("GET", "/endpoint/")).data;
	expect(endpoint.eventTypes).toEqual(["invoice.*"]);
	const secret = await reveal(page);

	// Tried: the answer is there at once, and nothing is kept.
	await page.getByRole("link", { name: "Testing" }).click();
	await page
		.getByRole("textbox", { name: "What is sent, as JSON" })
		.fill('{"big": 12345678901234567890}');
	await button(page, "Send test").click();
	await page.getByText("Status 500").waitFor();
	await page.getByText("answer 1").waitFor();
	const [tried] = customer.seen("shop");
	expect(tried?.body).toBe('{"big":12345678901234567890}');
	new Webhook(secret).verify(tried?.body ?? "", tried?.headers as Record<string, string>);

	// It fails, and the page says why.
	const ids = [await customer.send("invoice.paid"), await customer.send("invoice.voided")];
	await customer.send("order.placed");
	await page.getByRole("link", { name: "Overview" }).click();
	const attempts = page.getByRole("table", { name: "Latest attempts" });
	await expect.poll(() => attempts.getByText("The server answered 500").count(), LATER).toBe(2);
	expect(await attempts.textContent()).not.toContain("order.placed");
	await page.getByRole("radio", { name: "Succeeded" }).click();
	await page.getByText("No attempt ended so.").waitFor();

	// Mended and recovered, with the count before.
	await button(page, "Edit").click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Endpoint URL").fill(urlOf(customer, "mended"));
	await button(page, "Save").click();
	await dialog.waitFor({ state: "detached" });
	await choose(page, "Replay", /Recover/);
	await page.getByText("≈ 2 messages").waitFor();
	await button(page, "Recover").click();
	await page.getByText("It has begun.").waitFor();
	await customer.arrives("mended", 2);
	expect(customer.ids("mended").sort()).toEqual(ids.sort());
	await page.getByText("2 of 2").first().waitFor();
	await expect.poll(() => attempts.getByText("Succeeded").count(), LATER).toBeGreaterThanOrEqual(2);

	// Rotated: another secret, and the old one still signs.
	await button(page, "Rotate").click();
	await button(page, "Rotate secret").click();
	await page.getByText("The old secret is valid until").waitFor();
	const next = await reveal(page);
	expect(next).not.toBe(secret);
	await customer.send("invoice.paid");
	const last = (await customer.arrives("mended", 3)) && customer.seen("mended").at(-1);
	for (const key of [secret, next]) {
		new Webhook(key).verify(last?.body ?? "", last?.headers as Record<string, string>);
	}

	// Deleted, after a word.
	await choose(page, "More actions", "Delete endpoint");
	expect(
		await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).isDisabled(),
	).toBe(true);
	await page.getByRole("dialog").getByRole("textbox").fill("delete");
	await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
	await page.getByRole("heading", { name: "No endpoints yet" }).waitFor();
	expect((await customer.call("GET", "/endpoint/")).data).toEqual([]);
});

test("Switched off and on again, it offers what was missed; paused, it shows what waits", async () => {
	const customer = await scene.customer("switches");
	const { id } = await customer.endpoint("e", "", { disabled: true });
	const page = await scene.open(customer, { look: { next: `/endpoints/${id}` } });
	await page.getByText("This endpoint is disabled.").waitFor();
	expect(await button(page, "Replay").count()).toBe(0);
	await customer.send("invoice.paid");
	await button(page, "Enable").click();
	await button(page, "Recover what was missed").click();
	await page.getByText("≈ 1 message").waitFor();
	await button(page, "Recover").click();
	await customer.arrives("e", 1);

	await choose(page, "More actions", "Pause");
	await page.getByText("This endpoint is paused.").waitFor();
	await customer.sendMany(2, "invoice.paid");
	const waiting = page.locator(".figures div").filter({ hasText: "Waiting" });
	await expect.poll(() => waiting.textContent()).toContain("Waiting2");
	await page.getByRole("link", { name: "Advanced" }).click();
	await button(page, "Cancel messages").click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText("2 messages wait").waitFor();
	await dialog.getByRole("textbox", { name: /Type/ }).fill("cancel");
	await dialog.getByRole("button", { name: "Cancel messages" }).click();
	await page.getByText("2 messages are cancelled.").waitFor();
	await button(page, "Resume").first().click();
	await expect.poll(async () => (await customer.lane("e")).waiting).toBe(0);
	expect(customer.ids("e")).toHaveLength(1);
});

test("The delivery is set, and headers are kept without showing credentials", async () => {
	const customer = await scene.customer("advanced");
	await scene.installation.call("PATCH", `/app/${customer.uid}/`, { throttleRate: 50 });
	const headers = { "X-Team": "red", Authorization: "Bearer hidden" };
	const { id } = await customer.endpoint("e", "", { headers });
	const page = await scene.open(customer, { look: { next: `/endpoints/${id}/advanced` } });
	await page.getByText("Otherwise 50 per second.").waitFor();
	await page.getByLabel("Throttle").fill("5");
	await page.getByRole("switch", { name: "Strict order" }).check();
	await button(page, "Save").first().click();
	await expect
		.poll(async () => (await customer.call("GET", `/endpoint/${id}/`)).throttleRate)
		.toBe(5);
	expect((await customer.call("GET", `/endpoint/${id}/`)).ordered).toBe(true);
	expect(await page.content()).not.toContain("Bearer hidden");
	await page.getByLabel("Value of header 1").fill("blue");
	await button(page, "Add header").click();
	await page.getByLabel("Name of header 3").fill("svix-id");
	await button(page, "Save").last().click();
	await page.getByText("Header names that start with svix- are reserved.").waitFor();
	await page.getByLabel("Name of header 3").fill("X-More");
	await page.getByLabel("Value of header 3").fill("1");
	await button(page, "Save").last().click();
	const kept = async () => await customer.call("GET", `/endpoint/${id}/headers/`);
	await expect.poll(kept).toEqual({
		headers: { "X-Team": "blue", "X-More": "1" },
		sensitive: ["Authorization"],
	});
	await customer.send("invoice.paid");
	await customer.arrives("e", 1);
	expect(customer.seen("e")[0]?.headers).toMatchObject({
		"x-team": "blue",
		authorization: "Bearer hidden",
	});
});

test("By filter, only what matches is sent again", async () => {
	const customer = await scene.customer("filters");
	const { id } = await customer.endpoint("e");
	await customer.send("invoice.paid", { channels: ["eu"] });
	await customer.send("invoice.paid");
	await customer.arrives("e", 2);
	const page = await scene.open(customer, { look: { next: `/endpoints/${id}` } });
	await choose(page, "Replay", /by filter/);
	await page.getByText("≈ 2 messages").waitFor();
	await page.getByLabel("Channel").fill("a b");
	await page.getByText("must contain only letters").waitFor();
	await page.getByLabel("Channel").fill("eu");
	await page.getByText("≈ 1 message").waitFor();
	await page.getByRole("dialog").getByRole("button", { name: "Replay", exact: true }).click();
	await customer.arrives("e", 3);
});
