// Which component draws which page. All but the first are loaded when they are first opened.
import type { ComponentType } from "preact";
import type { Params, RouteName } from "./lib/routes.ts";
import { EndpointsPage } from "./pages/endpoints/endpoints-page.tsx";
import { loadAdvanced, loadNew, loadOverview, loadTesting } from "./pages/endpoints/load.ts";
import { loadMessage, loadMessages } from "./pages/messages/load.ts";

export type Page<N extends RouteName> = ComponentType<{ params: Params<N> }>;

type Pages = { [N in RouteName]?: () => Page<N> | Promise<Page<N>> };

/** As in `tasks: async () => (await import("./pages/tasks/tasks-page.tsx")).TasksPage`. */
export const PAGES: Pages = {
	endpoints: () => EndpointsPage,
	endpointNew: loadNew,
	endpoint: loadOverview,
	endpointTesting: loadTesting,
	endpointAdvanced: loadAdvanced,
	messages: loadMessages,
	message: loadMessage,
	activity: async () => (await import("./pages/activity/activity-page.tsx")).ActivityPage,
	eventTypes: async () => (await import("./pages/event-types/event-types-page.tsx")).EventTypesPage,
	eventType: async () => (await import("./pages/event-types/event-type-page.tsx")).EventTypePage,
	tasks: async () => (await import("./pages/tasks/tasks-page.tsx")).TasksPage,
};
