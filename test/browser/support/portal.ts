// The portal as a customer meets it: a real server with real deliveries, a link, a browser.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { connectChromium, launchChromium } from "../../../scripts/chromium.ts";
import "../../support/provided.ts";
import { type Customer, Installation } from "../../support/journey.ts";
import { guard } from "./guard.ts";

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

type View = {
	theme?: "light" | "dark";
	size?: { width: number; height: number };
	locale?: string;
};

export type LinkOptions = {
	/** Body of app-portal-access. */
	access?: { capabilities?: string[]; sessionId?: string; featureFlags?: string[] };
	/** Parameters of the link: next, darkMode, primaryColor … */
	look?: Record<string, string>;
};

export class PortalScene {
	readonly installation: Installation;
	#browser: Browser | null = null;
	readonly #contexts: { context: BrowserContext; wrongs: string[] }[] = [];

	constructor(environment: Record<string, string> = {}) {
		this.installation = new Installation(environment);
	}

	/** Once per file, in `beforeAll`. With flags the browser is its own. */
	async start(flags: readonly string[] = []): Promise<void> {
		const open = () =>
			flags.length === 0 ? connectChromium(inject("chromiumUrl")) : launchChromium(flags);
		const [browser] = await Promise.all([open(), this.installation.start()]);
		this.#browser = browser;
	}

	/** In `afterAll`. */
	async stop(): Promise<void> {
		await Promise.all([this.#browser?.close(), this.installation.stop()]);
	}

	/** In `afterEach`: closes the pages, and fails if anything went wrong on one. */
	async leave(): Promise<void> {
		const all = this.#contexts.splice(0);
		await Promise.all(all.map(({ context }) => context.close()));
		expect(all.flatMap(({ wrongs }) => wrongs)).toEqual([]);
	}

	customer(name: string): Promise<Customer> {
		return this.installation.customer(name);
	}

	/** A fresh link into the portal of a customer. */
	async link({ uid }: Customer, { access = {}, look = {} }: LinkOptions = {}): Promise<string> {
		const path = `/auth/app-portal-access/${uid}/`;
		const { url } = await this.installation.call("POST", path, access);
		const link = new URL(url);
		for (const [name, value] of Object.entries(look)) link.searchParams.append(name, value);
		return link.href;
	}

	/** A page of a reader who was never here. */
	async page({ theme = "light", size = WIDE, locale = "en-GB" }: View = {}): Promise<Page> {
		const browser = this.#browser;
		if (browser === null) throw new Error("the browser is not started");
		const context = await browser.newContext({
			viewport: size,
			colorScheme: theme,
			locale,
			timezoneId: "Europe/Berlin",
		});
		this.#contexts.push({ context, wrongs: await guard(context) });
		await context.addInitScript(refuseStorageInFrames);
		return await context.newPage();
	}

	/** A page that a link has opened, with its heading there. It follows the reader's theme if nothing else is said. */
	async open(customer: Customer, options: LinkOptions & View = {}): Promise<Page> {
		const page = await this.page(options);
		const look = { ...(options.theme && { darkMode: "auto" }), ...options.look };
		await page.goto(await this.link(customer, { ...options, look }));
		await page.getByRole("heading", { level: 1 }).waitFor();
		return page;
	}
}

/** Most browsers keep no storage for a frame of another site. The headless one would. */
function refuseStorageInFrames(): void {
	try {
		// The top page itself, and frames of its own site.
		if (window.parent.location.href !== "") return;
	} catch {
		for (const name of ["localStorage", "sessionStorage"]) {
			const get = () => {
				throw new DOMException("Access is denied for this document.", "SecurityError");
			};
			Object.defineProperty(window, name, { get });
		}
	}
}
