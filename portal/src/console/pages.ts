// Which component draws which page of the console. Each is loaded when it is first opened.
import type { ComponentType } from "preact";
import { withWords } from "../pages/endpoints/load.ts";
import { PAGES } from "../pages.ts";
import { APP, type ConsoleParams, type ConsoleRoute } from "./routes.ts";

type Page<N extends ConsoleRoute> = ComponentType<{ params: ConsoleParams<N> }>;
type Pages = { [N in ConsoleRoute]?: () => Promise<Page<N>> };

export const CONSOLE_PAGES: Pages = {
	overview: async () => (await import("./overview/overview-page.tsx")).OverviewPage,
	applications: async () => (await import("./applications/applications-page.tsx")).ApplicationsPage,
	application: async () => (await import("./applications/application-page.tsx")).ApplicationPage,
	usage: async () => (await import("./usage/usage-page.tsx")).UsagePage,
	tasks: async () => (await import("./tasks/tasks-page.tsx")).TasksPage,
	operational: async () => (await import("./operational/operational-page.tsx")).OperationalPage,
	apiKeys: async () => (await import("./keys/api-keys-page.tsx")).ApiKeysPage,
	operator: async () => (await import("./operator/operator-page.tsx")).OperatorPage,
	eventTypes: async () => (await import("./event-types/event-types-page.tsx")).EventTypesPage,
	eventType: async () =>
		(await withWords(import("./event-types/event-type-page.tsx"))).EventTypePage,
	eventTypeNew: async () =>
		(await withWords(import("./event-types/event-type-new-page.tsx"))).EventTypeNewPage,
	import: async () => (await import("./import/import-page.tsx")).ImportPage,
	catalog: async () => (await import("./catalog/catalog-page.tsx")).CatalogPage,
	appearance: async () => (await import("./appearance/appearance-page.tsx")).AppearancePage,
	embedding: async () => (await import("./embedding/embedding-page.tsx")).EmbeddingPage,
};

/** With the portal's pages, for the application that is open. */
export const ALL_PAGES = {
	...CONSOLE_PAGES,
	...Object.fromEntries(Object.entries(PAGES).map(([name, load]) => [APP + name, load])),
};
