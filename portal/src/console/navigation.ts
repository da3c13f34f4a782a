// The console's main pages in groups.
import type { WhoamiOut } from "../models.ts";
import type { PlainKey } from "../texts/index.ts";
import type { IconName } from "../ui/icons.tsx";
import { CONSOLE_PAGES } from "./pages.ts";
import { APP, type ConsoleRoute, consolePath } from "./routes.ts";

/** `of`: further pages that belong to it. */
type Item = {
	name: MainRoute;
	label: PlainKey;
	icon: IconName;
	of?: readonly ConsoleRoute[];
	/** Only for keys of the organisation that operates the installation. */
	isForOperator?: boolean;
};
type MainRoute = Exclude<ConsoleRoute, "application" | "eventType">;
type Group = { label: PlainKey | null; items: readonly Item[] };

const GROUPS: readonly Group[] = [
	{
		label: null,
		items: [
			{ name: "overview", label: "console.nav.overview", icon: "activity" },
			{
				name: "applications",
				label: "console.nav.applications",
				icon: "table",
				of: ["application"],
			},
		],
	},
	{
		label: "console.nav.portal",
		items: [
			{
				name: "eventTypes",
				label: "console.nav.eventTypes",
				icon: "eventType",
				of: ["eventType", "eventTypeNew", "import"],
			},
			{ name: "catalog", label: "console.nav.catalog", icon: "external" },
			{ name: "appearance", label: "console.nav.appearance", icon: "sun" },
			{ name: "embedding", label: "console.nav.embedding", icon: "code" },
		],
	},
	{
		label: "console.nav.operation",
		items: [
			{ name: "usage", label: "console.nav.usage", icon: "filter" },
			{ name: "tasks", label: "console.nav.tasks", icon: "task" },
			{
				name: "operational",
				label: "console.nav.operational",
				icon: "send",
			},
			{ name: "apiKeys", label: "console.nav.apiKeys", icon: "key" },
			{ name: "operator", label: "console.nav.operator", icon: "warning", isForOperator: true },
		],
	},
];

export type ConsoleLink = { label: PlainKey; icon: IconName; to: string; isCurrent: boolean };

/** Pages appear as soon as `CONSOLE_PAGES` has them. `current` is the name of the page that is shown. */
export const navigationFor = (
	{ isOperator }: WhoamiOut,
	current: string,
): { label: PlainKey | null; links: ConsoleLink[] }[] =>
	GROUPS.map(({ label, items }) => ({
		label,
		links: items
			.filter(({ name, isForOperator }) => name in CONSOLE_PAGES && (!isForOperator || isOperator))
			.map(({ name, label: words, icon, of = [] }) => ({
				...{ label: words, icon, to: consolePath(name, {}) },
				isCurrent:
					[name, ...of].some((one) => one === current) ||
					(name === "applications" && current.startsWith(APP)),
			})),
	})).filter(({ links }) => links.length > 0);
