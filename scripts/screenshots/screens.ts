// The screens of the portal, each by the link that leads to it and what is done there.
import type { Page } from "playwright-core";
import type { Traffic } from "../local/traffic.ts";

export type Screen = {
	/** Of its files. */
	name: string;
	/** The link's `next`; for the console the path below /console. */
	next: (traffic: Traffic) => string;
	isConsole?: boolean;
	/** What a reader does before it looks as it should. */
	prepare?: (page: Page, traffic: Traffic) => Promise<unknown>;
	/** To the page's end instead of the window's. */
	isWhole?: boolean;
};

export const SCREENS: Screen[] = [
	{ name: "endpoints", next: () => "/endpoints" },
	{
		name: "endpoints-no-results",
		next: () => "/endpoints?search=nowhere",
	},
	{ name: "endpoint-new", next: () => "/endpoints/new" },
	{ name: "endpoint", next: ({ endpoints }) => `/endpoints/${endpoints.billing}` },
	{ name: "endpoint-testing", next: ({ endpoints }) => `/endpoints/${endpoints.orders}/testing` },
	{ name: "endpoint-advanced", next: ({ endpoints }) => `/endpoints/${endpoints.orders}/advanced` },
	{ name: "messages", next: () => "/messages" },
	{ name: "message", next: ({ messages }) => `/messages/${messages.at(-1)}` },
	{ name: "activity", next: () => "/activity" },
	{ name: "event-types", next: () => "/event-types" },
	{ name: "event-type", next: () => "/event-types/order.created" },
	{ name: "tasks", next: () => "/tasks" },
	{
		name: "logged-out",
		next: () => "/endpoints",
		prepare: async (page) => {
			const button = page.getByRole("button", { name: "Log out" });
			if (!(await button.isVisible())) {
				await page.getByRole("button", { name: "Menu" }).click();
				return await page.getByRole("menuitem", { name: "Log out" }).click();
			}
			await button.click();
		},
	},
	...["overview", "applications", "event-types", "import-event-types", "appearance", "catalog"].map(
		(path): Screen => ({
			name: `console-${path}`,
			next: () => (path === "overview" ? "" : `/${path}`),
			isConsole: true,
		}),
	),
];
