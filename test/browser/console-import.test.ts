// Importing event types in the console: what would change is shown, chosen, and only then done.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene } from "./support/portal.ts";

const YAML = `openapi: 3.1.0
webhooks:
  shop.paid:
    post:
      description: A purchase was paid
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {amount: {type: number}}}
  shop.refunded: {post: {description: Money went back}}
  shop.packed: {post: {description: <b>Ready</b> to go}}
  shop.same: {post: {description: As before}}
  shop.broken:
    post: {requestBody: {content: {application/json: {schema: {type: nonsense}}}}}
`;

const scene = new PortalScene();
beforeAll(async () => {
	await scene.start();
	const schemas = { 1: { type: "object", properties: { amount: { type: "integer" } } } };
	for (const [name, fields] of Object.entries({
		"shop.paid": { description: "Paid", schemas },
		"shop.same": { description: "As before" },
		"shop.old": { description: "No longer sent" },
		"shop.kept": { description: "Not in the description" },
	})) {
		await scene.installation.call("POST", "/event-type/", { name, ...fields });
	}
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

type Row = { name: string; archived: boolean; description: string };

async function rows(prefix: string): Promise<Row[]> {
	const path = "/event-type/?limit=250&include_archived=true&with_content=true";
	const { data }: { data: Row[] } = await scene.installation.call("GET", path);
	return data.filter(({ name }) => name.startsWith(prefix));
}

const isWide = (page: Page) => page.evaluate(() => document.body.scrollWidth > innerWidth);

test("A pasted description shows what would change, and only what is chosen is saved", async () => {
	const before = await rows("shop.");
	const page = await openConsole(scene, "/import-event-types");
	await expectAccessible(page);
	await page.getByLabel("OpenAPI description").fill(YAML);
	await page.getByLabel("Archive what is not in it").check();
	await page.getByRole("button", { name: "Show what would change" }).click();
	await page.getByRole("heading", { name: "2 new" }).waitFor();
	await page.getByRole("heading", { name: "1 changed" }).waitFor();
	await page.getByRole("heading", { name: "2 will be archived" }).waitFor();
	await page.getByRole("heading", { name: "1 cannot be imported" }).waitFor();
	await page.getByText("/webhooks/shop.broken/post").waitFor();
	expect(await page.getByText("<b>Ready</b> to go").count()).toBe(1);
	await page.getByRole("button", { name: "changes of shop.paid" }).click();
	await page.getByText("/properties/amount/type").waitFor();
	expect(await page.locator(".changes del").allTextContents()).toEqual(["Paid", "integer"]);
	expect(await page.locator(".changes ins").allTextContents()).toEqual([
		"A purchase was paid",
		"number",
	]);
	await expectAccessible(page);

	await page.getByRole("checkbox", { name: "shop.packed" }).uncheck();
	await page.getByRole("checkbox", { name: "shop.kept" }).uncheck();
	expect(await rows("shop.")).toEqual(before);
	await page.getByRole("button", { name: "Apply 3 changes" }).click();
	await page.getByRole("heading", { name: "3 changes applied" }).last().waitFor();
	await expectAccessible(page);
	const after = await rows("shop.");
	expect(after.map(({ name, archived }) => [name, archived])).toEqual([
		["shop.kept", false],
		["shop.old", true],
		["shop.paid", false],
		["shop.refunded", false],
		["shop.same", false],
	]);
	expect(after.find(({ name }) => name === "shop.paid")?.description).toBe("A purchase was paid");
	await page.getByRole("link", { name: "Go to the event types" }).click();
	await page.getByRole("link", { name: "shop.refunded" }).waitFor();
});

test("A list of lines is read with its mistakes by line, on a narrow dark screen", async () => {
	await scene.installation.call("POST", "/event-type/", { name: "list.known", description: "Old" });
	const page = await openConsole(scene, "/import-event-types", { theme: "dark", size: NARROW });
	await page.getByRole("tab", { name: "List" }).click();
	const field = page.getByLabel("Names and descriptions");
	await field.fill("list.known|New\nlist.a|One | with a sign\n\nbad name|x\nlist.b\nlist.a|Twice");
	await page.getByRole("button", { name: "Show what would change" }).click();
	await page.getByRole("heading", { name: "2 new" }).waitFor();
	await page.getByRole("heading", { name: "1 changed" }).waitFor();
	await page.getByText("Line 4").waitFor();
	await page.getByText("Line 6").waitFor();
	await expectAccessible(page);
	expect(await isWide(page)).toBe(false);
	expect((await rows("list.")).map(({ name }) => name)).toEqual(["list.known"]);
	await page.getByRole("button", { name: "Apply 3 changes" }).click();
	await page.getByRole("heading", { name: "3 changes applied" }).last().waitFor();
	expect((await rows("list.")).map(({ name, description }) => [name, description])).toEqual([
		["list.a", "One | with a sign"],
		["list.b", ""],
		["list.known", "New"],
	]);

	await page.getByRole("button", { name: "Import more" }).click();
	await field.fill('[{"name":"list.c","featureFlags":["beta"]},"list.b",{"description":"x"}]');
	await page.getByRole("button", { name: "Show what would change" }).click();
	await page.getByRole("heading", { name: "1 new" }).waitFor();
	await page.getByText("There is no name.").waitFor();
	await page.getByRole("button", { name: "Apply 1 change" }).click();
	await page.getByRole("heading", { name: "1 change applied" }).last().waitFor();
	expect(await scene.installation.call("GET", "/event-type/list.c/")).toMatchObject({
		featureFlags: ["beta"],
	});
});

test("What is no description is refused in its place, and a file is read like a text", async () => {
	const page = await openConsole(scene, "/import-event-types", { locale: "de-DE" });
	await page.getByLabel("OpenAPI-Beschreibung").fill("openapi: 3.1.0\nwebhooks: [");
	await page.getByRole("button", { name: "Zeigen, was sich änderte" }).click();
	await page.getByText("must be valid YAML or JSON").waitFor();
	await expectAccessible(page);
	const [chooser] = await Promise.all([
		page.waitForEvent("filechooser"),
		page.getByRole("button", { name: "Datei wählen" }).click(),
	]);
	const text = JSON.stringify({ openapi: "3.1.0", webhooks: { "file.read": { post: {} } } });
	await chooser.setFiles({
		name: "api.json",
		mimeType: "application/json",
		buffer: Buffer.from(text),
	});
	await page.getByRole("button", { name: "Zeigen, was sich änderte" }).click();
	await page.getByRole("heading", { name: "1 neu" }).waitFor();
	await page.getByRole("link", { name: "Ereignistypen" }).first().click();
	await page.getByRole("button", { name: "Ohne Speichern verlassen" }).click();
	await page.getByRole("heading", { name: "Ereignistypen", level: 1 }).waitFor();
	expect(await rows("file.")).toEqual([]);
});
