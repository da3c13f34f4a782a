// Bulk work at one endpoint as its owner sees it: how far a slow replay is, its end by hand, and what was never tried.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatExact } from "../../portal/src/lib/format.ts";
import type { Customer } from "../support/journey.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const scene = new PortalScene();
/** At the rate below the replay would take forty seconds: long enough to look at it, and to stop it. */
const MESSAGES = 40;
const RATE = 1;
/** The page asks again every few seconds. */
const LATER = { timeout: 20_000 };

beforeAll(() => scene.start());
afterEach(() => scene.leave());
afterAll(() => scene.stop());

const openEndpoint = (customer: Customer, id: string) =>
	scene.open(customer, { look: { next: `/endpoints/${id}` } });

const count = async (text: Promise<string | null>, pattern: RegExp) =>
	Number(pattern.exec((await text) ?? "")?.[1] ?? Number.NaN);

async function replay(page: Page, item: RegExp, found: string): Promise<void> {
	await page.getByRole("button", { name: "Replay", exact: true }).click();
	await page.getByRole("menuitem", { name: item }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText(found, { exact: true }).waitFor();
	await expectAccessible(page);
	await dialog.getByRole("button", { name: "Replay", exact: true }).click();
	await dialog.waitFor({ state: "detached" });
}

test("A slow replay tells how far it is and how long it takes, and ends when it is cancelled", async () => {
	const customer = await scene.customer("slow");
	const { id } = await customer.endpoint("e");
	await customer.sendMany(MESSAGES);
	await customer.arrives("e", MESSAGES);
	const stats = () => customer.call("GET", `/endpoint/${id}/stats/`);
	await expect.poll(async () => (await stats()).success, LATER).toBe(MESSAGES);
	await customer.call("PATCH", `/endpoint/${id}/`, { throttleRate: RATE });
	const page = await openEndpoint(customer, id);
	await replay(page, /by filter/, `≈ ${MESSAGES} messages`);

	const row = page.locator(".task-list li");
	const bar = row.getByRole("progressbar", { name: "Replay by filter" });
	await expect.poll(() => count(row.textContent(), /(\d+) of 40/), LATER).toBeGreaterThan(1);
	await row.getByText(/about \d+ secs? left/).waitFor();
	expect(await row.textContent()).toContain("Running");
	expect(await bar.getAttribute("max")).toBe(String(MESSAGES));
	expect(Number(await bar.getAttribute("value"))).toBeGreaterThan(1);
	expect(Number(await bar.getAttribute("value"))).toBeLessThan(MESSAGES);
	await expectAccessible(page);

	await row.getByRole("button", { name: "Cancel" }).click();
	await row.getByText("Cancelled").waitFor();
	await expect.poll(() => bar.count()).toBe(0);
	expect(await row.getByRole("button", { name: "Cancel" }).count()).toBe(0);
	await expect.poll(async () => (await customer.lane("e")).waiting).toBe(0);
	expect(await count(row.textContent(), /(\d+) of 40/)).toBeLessThan(MESSAGES);
	expect(customer.ids("e").length).toBeLessThan(2 * MESSAGES);
});

test("What an endpoint never got, because it was not there, is counted and sent", async () => {
	const customer = await scene.customer("missing");
	await customer.endpoint("first");
	const ids = await customer.sendMany(3);
	await customer.arrives("first", 3);
	const { id } = await customer.endpoint("second");
	const page = await openEndpoint(customer, id);
	await replay(page, /Replay missing/, "≈ 3 messages");
	await page.getByText("It has begun.").waitFor();
	await customer.arrives("second", 3);
	expect(customer.ids("second").sort()).toEqual(ids);
	const row = page.locator(".task-list li").filter({ hasText: "Replay of missing messages" });
	await expect.poll(() => row.textContent(), LATER).toContain("3 of 3");
	expect(customer.ids("first")).toHaveLength(3);
});

test("The whole of a time is told in the reader's zone", async () => {
	const customer = await scene.customer("zones");
	const { id } = await customer.endpoint("e");
	await customer.send();
	await customer.arrives("e", 1);
	const page = await openEndpoint(customer, id);
	const time = page.locator("time[title]").first();
	const at = Date.parse((await time.getAttribute("datetime")) ?? "");
	const title = await time.getAttribute("title");
	expect(title).toBe(formatExact(at, "en-GB", "Europe/Berlin"));
	expect(title).toMatch(/ (?:CES?T|GMT\+[12])$/);
	expect(title).not.toBe(formatExact(at, "en-GB", "UTC"));
});
