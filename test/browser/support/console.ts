// The console as a sender meets it: signed in with a key, on one of its pages.
import type { Page } from "playwright-core";
import type { PortalScene } from "./portal.ts";

type Options = Parameters<PortalScene["page"]>[0] & {
	/** The installation's first key when left out. */
	key?: string;
	/** Whether the tab remembers the key. */
	isKept?: boolean;
};

/** A page of the console: `path` is below /console. Signed in, with its heading there. */
export async function openConsole(
	scene: PortalScene,
	path: string,
	{ key, isKept = false, ...view }: Options = {},
): Promise<Page> {
	const page = await scene.page(view);
	const { server } = scene.installation;
	await page.goto(`${server.url}/console${path}`);
	await signIn(page, key ?? server.apiKey, isKept);
	await page.locator("main#main h1").waitFor();
	return page;
}

/** Fills in the form, in English or German, and sends it. */
export async function signIn(page: Page, key: string, isKept = false): Promise<void> {
	await page.getByLabel(/^API(-Schlüssel| key)$/).fill(key);
	if (isKept) await page.getByRole("checkbox").check();
	await page.getByRole("button", { name: /^(Sign in|Anmelden)$/ }).click();
}
