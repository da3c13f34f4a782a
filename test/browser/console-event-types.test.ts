// Event types in the console: written with schema and example, hidden by a flag, archived and brought back.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { openConsole } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { NARROW, PortalScene, WIDE } from "./support/portal.ts";

const SCHEMA = JSON.stringify({
	type: "object",
	required: ["id"],
	properties: { id: { type: "string", description: "Which one" }, count: { type: "integer" } },
});

const scene = new PortalScene();
let customer: Customer;

beforeAll(async () => {
	await scene.start();
	for (const [name, fields] of Object.entries({
		"tree.one": { description: "The <i>first</i>", deprecated: true },
		"tree.two": { featureFlags: ["beta"] },
		"tree.gone": { archived: true },
		loose: {},
		"plan.changed": { description: "A plan was changed" },
	})) {
		await scene.installation.call("POST", "/event-type/", { name, ...fields });
	}
	customer = await scene.customer("types");
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

/** What a customer finds in the portal's catalog when it is opened now. */
async function seenByCustomer(name: string): Promise<boolean> {
	const portal = await scene.open(customer, { look: { next: "/event-types" } });
	await portal.getByRole("link", { name: "tree.one" }).waitFor();
	return (await portal.getByRole("link", { name, exact: true }).count()) > 0;
}

test.each([
	["light", WIDE],
	["dark", NARROW],
] as const)("The tree shows groups, flags and what is archived (%s, %o)", async (theme, size) => {
	const page = await openConsole(scene, "/event-types", { theme, size });
	await page.getByRole("link", { name: "tree.one" }).waitFor();
	expect(await page.getByText("The <i>first</i>").count()).toBe(1);
	expect(await page.getByRole("link", { name: "tree.gone" }).count()).toBe(0);
	await page.getByLabel(/^Show archived/).check();
	await page.getByRole("link", { name: "tree.gone" }).waitFor();
	await expectAccessible(page);
	expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
	await page.getByRole("searchbox").fill("nothing like this");
	await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
	await page.getByRole("searchbox").fill("tree two");
	await page.getByText("1 event type", { exact: true }).first().waitFor();
});

test("A type is created with a schema; its example is checked while it is written", async () => {
	const page = await openConsole(scene, "/new-event-type", { theme: "dark" });
	await page.getByLabel("Name").fill("loose");
	await page.getByLabel("JSON Schema").fill("{");
	await page.getByText("A schema or an example is not JSON yet.").waitFor();
	await page.getByLabel("JSON Schema").fill(SCHEMA);
	await page.getByText("Which one", { exact: true }).waitFor();
	await page.getByLabel("Example").fill('{"count": "many"}');
	await page.getByText("2 things do not fit:").waitFor();
	await page.getByText("must have the field id").waitFor();
	await page.getByText("must be of type integer").waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Make an example" }).click();
	await page.getByText("The example fits the schema.").waitFor();
	await page.getByRole("button", { name: "Create event type" }).click();
	await page.getByText("There is an event type with this name already.").waitFor();
	await page.getByLabel("Name").fill("new.type");
	await page.getByRole("button", { name: "Create event type" }).click();
	await page.getByRole("heading", { name: "new.type", level: 1 }).waitFor();
	const saved = await scene.installation.call("GET", "/event-type/new.type/");
	expect(saved.example).toEqual({ id: "text", count: 1 });
	expect(saved.schemas["1"]).toMatchObject(JSON.parse(SCHEMA));

	await page.getByRole("tab", { name: "As customers see it" }).click();
	await page.getByText('"text"').last().waitFor();
	await page.getByText("Which one", { exact: true }).last().waitFor();
	await expectAccessible(page);
});

test("An edited schema is saved, a wrong one is refused in its place, nothing is left by accident", async () => {
	const page = await openConsole(scene, "/event-types");
	await page.getByRole("link", { name: "plan.changed" }).click();
	await page.getByLabel("JSON Schema").fill('{"type": "nonsense"}');
	await page.getByRole("button", { name: "Save" }).click();
	await page
		.getByText(/must be a JSON Schema/)
		.first()
		.waitFor();
	await page.getByLabel("JSON Schema").fill(SCHEMA);
	await page.getByRole("link", { name: "Applications" }).click();
	await page.getByRole("heading", { name: "Leave without saving?" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.goBack();
	await page.getByRole("heading", { name: "Leave without saving?" }).waitFor();
	await page.getByRole("button", { name: "Cancel" }).click();
	expect(page.url()).toMatch(/plan\.changed$/);
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	const saved = await scene.installation.call("GET", "/event-type/plan.changed/");
	expect(saved.schemas).toEqual({ 1: JSON.parse(SCHEMA) });
	expect(saved.description).toBe("A plan was changed");
	await page.getByRole("button", { name: "Add a version" }).click();
	await page.getByLabel("JSON Schema").fill('{"type": "string"}');
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByRole("radio", { name: "Version 1" }).waitFor();
	await expect
		.poll(async () => (await scene.installation.call("GET", "/event-type/plan.changed/")).schemas)
		.toEqual({ 1: JSON.parse(SCHEMA), 2: { type: "string" } });
	await page.getByRole("link", { name: "Applications" }).click();
	await page.getByRole("heading", { name: "Applications", level: 1 }).waitFor();
	await page.goBack();
	await page.getByRole("radio", { name: "Version 2" }).waitFor();
	await page.getByLabel("Description").fill("Not to be kept");
	await expect.poll(() => page.getByRole("button", { name: "Save" }).isEnabled()).toBe(true);
	await page.goBack();
	await page.getByRole("button", { name: "Leave without saving" }).click();
	await page.getByRole("heading", { name: "Event types", level: 1 }).waitFor();
	await page.getByText("A plan was changed").waitFor();
});

test("A flag hides a type from the customers' catalog and shows it again; so does archiving", async () => {
	const name = "loose";
	expect(await seenByCustomer(name)).toBe(true);
	const page = await openConsole(scene, `/event-types/${name}`, { size: NARROW });
	const saved = page.getByText("Saved", { exact: true });
	const save = async () => {
		await page.getByRole("button", { name: "Save" }).click();
		await saved.first().waitFor();
		await page.getByRole("button", { name: "Dismiss" }).first().click();
	};
	await page.getByLabel("Feature flags").fill("beta");
	await page.keyboard.press("Enter");
	await save();
	expect(await seenByCustomer(name)).toBe(false);
	await page.getByRole("button", { name: "Remove beta" }).click();
	await save();
	expect(await seenByCustomer(name)).toBe(true);
	await page.getByRole("button", { name: "More to do" }).click();
	await page.getByRole("menuitem", { name: "Archive" }).click();
	await expectAccessible(page);
	await page.getByRole("button", { name: "Archive", exact: true }).click();
	await page.getByText("This event type is archived").waitFor();
	expect(await seenByCustomer(name)).toBe(false);
	await page.getByRole("button", { name: "Bring it back" }).click();
	await page.getByText("This event type is archived").waitFor({ state: "detached" });
	expect(await seenByCustomer(name)).toBe(true);
	await expectAccessible(page);
	expect(await page.evaluate(() => document.body.scrollWidth > innerWidth)).toBe(false);
});
