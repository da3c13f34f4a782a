// Which Markdown files become pages of the documentation, in which order, and at which address.
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

export type Source = {
	group: string;
	/** Relative to the project. */
	file: string;
	/** Below /docs/, without slashes at its ends. */
	path: string;
	/** In the navigation, where the page's own title would be too long. */
	label?: string;
};

const GROUPS: Record<string, readonly Omit<Source, "group">[]> = {
	Send: [
		guide("sending", "Sending messages"),
		guide("idempotency", "Idempotency"),
		guide("event-types", "Event types"),
	],
	Deliver: [
		guide("receiving", "Receive and verify"),
		guide("retries", "Retries and recovery"),
		guide("throttling", "Throttling"),
		guide("ordering", "Ordered delivery"),
	],
	"Show to customers": [
		guide("portal", "Embedding the portal"),
		guide("theming", "Theming"),
		guide("catalog", "Catalog"),
		{ file: "docs/domains.md", path: "domains", label: "Domains" },
	],
	Operate: [
		guide("operating", "Operating"),
		guide("security", "Security"),
		guide("migrating", "Moving here"),
	],
	Tools: [
		{ file: "clients/cli/README.md", path: "cli", label: "Command line" },
		{ file: "clients/react/README.md", path: "react", label: "React kit" },
	],
	Background: [
		{ file: "docs/performance.md", path: "performance", label: "Measurements" },
		{ file: "docs/compatibility.md", path: "compatibility", label: "Compatibility" },
		{ file: "docs/decisions/engine.md", path: "decisions/engine", label: "How a lane decides" },
		{ file: "docs/decisions/wire.md", path: "decisions/wire", label: "Wire format" },
		{
			file: "docs/decisions/portal.md",
			path: "decisions/portal",
			label: "How the portal is built",
		},
		{ file: "docs/decisions/domains.md", path: "decisions/domains", label: "How domains work" },
		{ file: "docs/decisions/cost.md", path: "decisions/cost", label: "What a message costs" },
		{ file: "docs/decisions/profile.md", path: "decisions/profile", label: "Where time goes" },
	],
};

/** In reading order; those whose file is not there are left out. */
export function listSources(): Source[] {
	return Object.entries(GROUPS)
		.flatMap(([group, pages]) => pages.map((page) => ({ group, ...page })))
		.filter(({ file }) => existsSync(join(root, file)));
}

export const addressOf = ({ path }: Pick<Source, "path">): string => `/docs/${path}/`;

function guide(name: string, label: string): Omit<Source, "group"> {
	return { file: `docs/guides/${name}.md`, path: `guides/${name}`, label };
}
