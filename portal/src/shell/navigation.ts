// The main pages, in their order.
import type { RouteName } from "../lib/routes.ts";
import { pathTo } from "../lib/routes.ts";
import { PAGES } from "../pages.ts";
import type { PlainKey } from "../texts/index.ts";
import type { IconName } from "../ui/icons.tsx";

export type NavigationItem = { label: PlainKey; icon: IconName; to: string; isCurrent: boolean };

const ITEMS = [
	{ name: "endpoints", label: "nav.endpoints", icon: "endpoint" },
	{ name: "messages", label: "nav.messages", icon: "message" },
	{ name: "activity", label: "nav.activity", icon: "activity" },
	{ name: "eventTypes", label: "nav.eventTypes", icon: "eventType" },
	{ name: "tasks", label: "nav.tasks", icon: "task" },
] as const satisfies { name: RouteName; label: PlainKey; icon: IconName }[];

/** `path` is where the reader is: what is below a main page belongs to it. */
export const navigationAt = (path: string): NavigationItem[] =>
	ITEMS.filter(({ name }) => name in PAGES).map(({ name, label, icon }) => {
		const to = pathTo(name, {});
		return { label, icon, to, isCurrent: path === to || path.startsWith(`${to}/`) };
	});
