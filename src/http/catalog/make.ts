// Makes what of a catalog is asked for, out of the event types as they are.
import type { Tools } from "../../delivery/tools.ts";
import {
	findType,
	findTypes,
	listEntries,
	type PublicCatalog,
	readPart,
} from "../../services/catalog.ts";
import type { Asked } from "./asked.ts";
import { typePage } from "./detail.ts";
import { type PageParts, toPage } from "./layout.ts";
import { toJson, toMarkdown } from "./machines.ts";
import { overviewPage } from "./overview.ts";
import { planCatalog } from "./plan.ts";
import { verifySection } from "./verify.ts";

/** `policy`: what browsers must hold a page to; null for what is no page. */
export type Made = { text: string; type: string; policy: string | null };

/** Null when there is no such event type. */
export async function make(
	tools: Pick<Tools, "db" | "config">,
	catalog: PublicCatalog,
	base: string,
	asked: Asked,
): Promise<Made | null> {
	switch (asked.kind) {
		case "json":
		case "markdown": {
			const part = await readPart(tools.db, catalog.organisationId, asked.after);
			return asked.kind === "json"
				? { text: toJson(catalog, part), type: "application/json", policy: null }
				: {
						text: toMarkdown(catalog, part, base),
						type: "text/markdown; charset=utf-8",
						policy: null,
					};
		}
		case "type": {
			const type = await findType(tools.db, catalog.organisationId, asked.name);
			if (type === null) return null;
			const verify = verifySection(tools.config);
			return toMade(catalog, typePage(catalog, { base, type, verify }));
		}
		case "overview":
			return toMade(catalog, await overviewOf(tools, catalog, base, asked));
	}
}

async function overviewOf(
	{ db, config }: Pick<Tools, "db" | "config">,
	catalog: PublicCatalog,
	base: string,
	{ words, page }: { words: string; page: number },
): Promise<PageParts> {
	const { organisationId } = catalog;
	const plan = planCatalog(await listEntries(db, organisationId), words, page);
	const names = plan.isWhole ? plan.entries.map(({ name }) => name) : [];
	const types = await findTypes(db, organisationId, names);
	const verify = verifySection(config);
	return overviewPage(catalog, { base, words, plan, types, verify });
}

async function toMade(catalog: PublicCatalog, parts: PageParts): Promise<Made> {
	return { ...(await toPage(catalog, parts)), type: "text/html; charset=utf-8" };
}
