// Messages: found by filters, watched live, and each told to the last header; sent again, copied, and never run.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const scene = new PortalScene({ RETRY_SCHEDULE_SECONDS: "3600" });
let customer: Customer;
/** Its payload and its answers are full of markup. */
let markup: string;

const MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>";
const PAYLOAD = `{"big":12345678901234567890,"one":1.0,"html":${JSON.stringify(MARKUP)}}`;
const ANSWER = encodeURIComponent(Buffer.from(MARKUP).toString("base64"));
const VIEWS = [
	["light", WIDE],
	["dark", NARROW],
] as const;

beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("messages");
	for (const name of ["user.created", "user.deleted", "order.paid", "never.sent"]) {
		await scene.installation.call("POST", "/event-type/", { name, description: "" });
	}
	const headers = { "x-api-key": "s3cret", "x-region": "eu" };
	await customer.endpoint("good", `?base64=${ANSWER}&header=set-cookie:a=b`, { headers });
	await customer.endpoint("bad", `?status=500&base64=${ANSWER}`, { eventTypes: ["user.created"] });
	await customer.endpoint("other", "", { eventTypes: ["never.sent"] });
	const { server } = scene.installation;
	const body = `{"eventType":"user.created","eventId":"order-1","channels":["eu"],"tags":["vip"],"payload":${PAYLOAD}}`;
	const sent = await server.request("POST", "/app/messages/msg/?check_schema=true", body);
	markup = String(JSON.parse(sent.text).id);
	await customer.sendMany(3, "order.paid");
	await customer.arrives("good", 4);
	await customer.stands(markup, "bad", "failing");
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

/** As long as a busy machine may take. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });
const at = (next: string) => ({ look: { next } });
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });
const delivery = (page: Page, url: string) =>
	page.locator(".delivery").filter({ hasText: url }).first();
const isWider = (page: Page) => page.evaluate(() => document.body.scrollWidth > innerWidth);

test.each(VIEWS)("The list tells how each message stands (%s, %o)", async (theme, size) => {
	const page = await scene.open(customer, { ...at("/messages"), theme, size });
	const row = rows(page).filter({ hasText: "user.created" });
	await soon(() => row.textContent()).toContain("Retrying");
	expect(await row.textContent()).toContain("1 of 2");
	await soon(() => rows(page).filter({ hasText: "order.paid" }).first().textContent()).toContain(
		"Delivered",
	);
	await expectAccessible(page);
	expect(await isWider(page)).toBe(false);
});

test("Filters narrow the list, stay in the address, and can be taken back", async () => {
	const page = await scene.open(customer, at("/messages"));
	await soon(() => rows(page).count()).toBe(4);
	await page.getByRole("button", { name: "All event types" }).click();
	await page.getByRole("searchbox", { name: "Search event types" }).fill("creat");
	await page.getByRole("checkbox", { name: "user.created" }).check();
	await soon(() => rows(page).count()).toBe(1);
	expect(page.url()).toContain("types=user.created");
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Clear filters" }).click();
	await soon(() => rows(page).count()).toBe(4);
	const bad = page.getByRole("combobox", { name: "Endpoint" });
	const name = await bad.locator("option").filter({ hasText: "messages-bad" }).textContent();
	await bad.selectOption({ label: name ?? "" });
	await soon(() => rows(page).count()).toBe(1);
	expect(await rows(page).textContent()).toContain("Retrying");
	await page.getByRole("combobox", { name: "Delivery" }).selectOption({ label: "Delivered" });
	await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
	await page.getByRole("button", { name: "Clear filters" }).last().click();
	await page.getByRole("combobox", { name: "Time" }).selectOption({ label: "Last hour" });
	await soon(() => rows(page).count()).toBe(4);
	await page.getByRole("button", { name: "Channel and tag" }).click();
	await page.getByRole("textbox", { name: "Tag" }).fill("vip");
	await page.keyboard.press("Enter");
	await soon(() => rows(page).count()).toBe(1);
	expect(page.url()).toMatch(/period=hour.*tag=vip/);
	await page.reload();
	await soon(() => rows(page).count()).toBe(1);
});

test("Messages are found by how they stand at all endpoints together, also far down the list", async () => {
	const sought = await scene.customer("sought");
	await sought.endpoint("good", "", { eventTypes: ["order.paid"] });
	await sought.endpoint("bad", "?status=500", { eventTypes: ["user.created"] });
	const failing = await sought.send("user.created");
	await sought.stands(failing, "bad", "failing");
	const delivered = await sought.send("order.paid");
	await sought.stands(delivered, "good", "delivered");
	// No endpoint takes them. One search looks at five hundred.
	await sought.sendMany(505, "user.deleted");
	const page = await scene.open(sought, at("/messages?live=1"));
	const filter = page.getByRole("combobox", { name: "Delivery" });
	await page.getByRole("switch", { name: "Live" }).waitFor();
	await filter.selectOption({ label: "Failing" });
	const further = page.getByRole("button", { name: "Search further" });
	await further.waitFor();
	await page.getByText("500 messages looked at").waitFor();
	await expectAccessible(page);
	expect(await page.getByRole("switch", { name: "Live" }).count()).toBe(0);
	await further.click();
	await soon(() => rows(page).count()).toBe(1);
	await soon(() => rows(page).textContent()).toContain("Retrying");
	expect(page.url()).toContain("standing=failing");
	await page.reload();
	await soon(() => rows(page).count()).toBe(1);
	expect(await rows(page).locator("code").getAttribute("title")).toBe(failing);
	await expectAccessible(page);
	await filter.selectOption({ label: "Not sent" });
	await soon(() => rows(page).count()).toBe(50);
	await page.getByRole("button", { name: "Next", exact: true }).click();
	await soon(() => page.url()).toContain("iterator=");
	await soon(() => rows(page).count()).toBe(50);
	await page.getByRole("button", { name: "All event types" }).click();
	await page.getByRole("checkbox", { name: "order.paid" }).check();
	await page.keyboard.press("Escape");
	await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
	await filter.selectOption({ label: "Delivered" });
	await soon(() => rows(page).count()).toBe(1);
	expect(await rows(page).locator("code").getAttribute("title")).toBe(delivered);
});

test("An id or event id leads straight to its message", async () => {
	const page = await scene.open(customer, at("/messages"));
	await page.getByRole("searchbox").fill(markup);
	await page.getByRole("heading", { level: 1, name: "user.created" }).waitFor();
	await page.goBack();
	await page.getByRole("searchbox").fill("order-1");
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { level: 1, name: "user.created" }).waitFor();
	await page.getByText(markup, { exact: true }).waitFor();
});

test("New messages appear while one watches, by the filters, and wait while one reads on", async () => {
	const watched = await scene.customer("watched");
	await watched.endpoint("main");
	const page = await scene.open(watched, at("/messages?types=a.b"));
	await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
	await page.getByRole("switch", { name: "Live" }).check();
	await page.getByText("New messages appear by themselves").waitFor();
	expect(page.url()).toContain("live=1");
	await watched.send("not.this");
	const id = await watched.send("a.b");
	await soon(() => rows(page).count()).toBe(1);
	expect(await rows(page).locator("code").getAttribute("title")).toBe(id);
	await soon(() => rows(page).textContent()).toContain("Delivered");
	await watched.sendMany(30, "a.b");
	await soon(() => rows(page).count()).toBe(31);
	await expectAccessible(page);
	await rows(page).last().scrollIntoViewIfNeeded();
	await soon(() => page.evaluate(() => scrollY > 100)).toBe(true);
	await page.waitForTimeout(200);
	await watched.sendMany(2, "a.b");
	await page.getByRole("button", { name: "2 new messages" }).click();
	await soon(() => rows(page).count()).toBe(33);
	await page.getByRole("switch", { name: "Live" }).uncheck();
	await soon(() => page.url()).not.toContain("live");
});

test("What came while the connection was lost is there when it is back", async () => {
	const lost = await scene.customer("lost");
	const page = await scene.page();
	let isDown = true;
	await page.routeWebSocket(/\/tail\//, (socket) =>
		isDown ? socket.close() : socket.connectToServer(),
	);
	await page.goto(await scene.link(lost, at("/messages?live=1")));
	await page.getByText("Connection lost").waitFor();
	await lost.send("a.b");
	isDown = false;
	await page.getByText("New messages appear by themselves").waitFor();
	await soon(() => rows(page).count()).toBe(1);
});

test("A session that is ended from outside stops watching and says so", async () => {
	const ended = await scene.customer("ended");
	const page = await scene.open(ended, at("/messages?live=1"));
	await page.getByText("New messages appear by themselves").waitFor();
	await scene.installation.call("POST", "/auth/app/ended/expire-all/", {});
	await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
});

test.each(VIEWS)(
	"A message shows its payload exactly, and its answers as text (%s, %o)",
	async (theme, size) => {
		const next = at(`/messages/${markup}`);
		const page = await scene.open(customer, { ...next, theme, size });
		const bad = delivery(page, "messages-bad");
		await soon(() => bad.textContent()).toMatch(
			/Failed: the server answered 500 after \d+ ms; next try in \d+ (min|hr)/,
		);
		await soon(() => delivery(page, "messages-good").textContent()).toContain("Delivered:");
		await page.getByText("1 endpoint did not get it").click();
		await page.getByText("Not sent: the endpoint takes only never.sent.").waitFor();
		await page.getByText("12345678901234567890", { exact: true }).waitFor();
		await page.getByText("1.0", { exact: true }).waitFor();
		const payload = page.getByRole("region", { name: "Payload" });
		expect(await payload.textContent()).toContain(MARKUP);
		await page.getByRole("radio", { name: "Raw" }).check();
		expect(await payload.textContent()).toBe(PAYLOAD);
		await bad.getByRole("button", { name: /Attempt 1/ }).click();
		await soon(() => bad.getByRole("tabpanel").textContent()).toContain(MARKUP);
		await expectAccessible(page);
		await bad.getByRole("tab", { name: "Verify" }).click();
		await bad.getByText("webhook-signature").waitFor();
		await expectAccessible(page);
		expect(await page.locator("img[src=x]").count()).toBe(0);
		expect(await isWider(page)).toBe(false);
	},
);

test("The request is shown as it was sent, hides credentials, and is copied as a command", async () => {
	const page = await scene.open(customer, at(`/messages/${markup}`));
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	const good = delivery(page, "messages-good");
	await good.getByRole("button", { name: /Attempt 1/ }).click();
	await good.getByRole("tab", { name: "Response" }).waitFor();
	expect(await good.getByRole("definition").filter({ hasText: "hidden" }).count()).toBe(1);
	await good.getByRole("tab", { name: "Request" }).click();
	await good.getByText("x-region").waitFor();
	expect(await good.getByText("s3cret").count()).toBe(0);
	await good.getByRole("button", { name: "Copy as curl" }).click();
	const command = await page.evaluate(() => navigator.clipboard.readText());
	const [seen] = customer.seen("good");
	expect(command).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/to\/messages-good\?/);
	expect(command).toContain(`-H 'webhook-id: ${markup}'`);
	expect(command).toContain(`-H 'webhook-signature: ${seen?.headers["webhook-signature"]}'`);
	expect(command).toContain("-H 'x-api-key: ***'");
	expect(command).toContain(`--data-raw '${PAYLOAD}'`);
	await good.getByRole("button", { name: "Copy payload" }).click();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PAYLOAD);
});

test("A message is sent again by keyboard, and the new attempt appears", async () => {
	const again = await scene.customer("again");
	await again.endpoint("main", "?status=500,200");
	const id = await again.send("a.b");
	await again.stands(id, "main", "failing");
	const page = await scene.open(again, at("/messages"));
	await soon(() => rows(page).count()).toBe(1);
	await page.getByRole("link", { name: "a.b" }).focus();
	await page.keyboard.press("Enter");
	const heading = page.getByRole("heading", { level: 1, name: "a.b" });
	await heading.waitFor();
	await soon(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
	const resend = page.getByRole("button", { name: /^Resend to/ });
	await resend.waitFor();
	for (
		let i = 0;
		i < 10 && !(await resend.evaluate((one) => one === document.activeElement));
		i++
	) {
		await page.keyboard.press("Tab");
	}
	await page.keyboard.press("Enter");
	await page.getByText("Queued.").waitFor();
	await page.getByText(/Delivered by attempt 2/).waitFor();
	const attempt = page.getByRole("button", { name: /Attempt 2/ });
	await attempt.waitFor();
	expect(await attempt.textContent()).toContain("Manual");
	await attempt.focus();
	await page.keyboard.press("Enter");
	await page.getByRole("tab", { name: "Response" }).focus();
	await page.keyboard.press("ArrowRight");
	await page.getByRole("button", { name: "Copy as curl" }).waitFor();
});

test("Who may only look cannot send again", async () => {
	const access = { capabilities: ["ViewBase"] };
	const page = await scene.open(customer, { ...at(`/messages/${markup}`), access });
	await delivery(page, "messages-good").waitFor();
	expect(await page.getByRole("button", { name: /^Resend/ }).count()).toBe(0);
});

test("A payload of a megabyte opens; one that is gone says so", async () => {
	const large = await scene.customer("large");
	const items = Array.from({ length: 20_000 }, (_, i) => ({ id: i, text: "x".repeat(25) }));
	const id = await large.send("large.one", { payload: { items } });
	const page = await scene.open(large, at(`/messages/${id}`));
	await page
		.getByText("20,000 items")
		.or(page.getByRole("button", { name: /Show 19,500 more/ }))
		.first()
		.waitFor();
	await page.getByText("There was no endpoint to send it to.").waitFor();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("button", { name: "Download" }).click(),
	]);
	expect(download.suggestedFilename()).toBe(`${id}.txt`);
	await large.call("DELETE", `/msg/${id}/content/`);
	await page.reload();
	await page.getByText("The payload is no longer stored").waitFor();
	await expectAccessible(page);
});
