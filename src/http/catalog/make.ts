// Makes what of a catalog is asked for, out of the event types as they are.
import type { Tools } from "../../delivery/tools.ts";
import { findType, type PublicCatalog, readPart } from "../../services/catalog.ts";
import type { Asked } from "./asked.ts";
import { typePage } from "./detail.ts";
import { type PageParts, toPage } from "./layout.ts";
import type { Listing } from "./listing.ts";
import { toJson, toMarkdown } from "./machines.ts";
import { overviewPage } from "./overview.ts";
import type { CatalogPlan } from "./plan.ts";
import { verifySection } from "./verify.ts";

/** `policy`: what browsers must hold a page to; null for what is no page. */
export type Made = { text: string; type: string; policy: string | null };

/** Null when there is no such event type. */
export async function make(
	tools: Pick<Tools, "db" | "config">,
	catalog: PublicCatalog,
	base: string,
	asked: Exclude<Asked, { kind: "overview" }>,
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
	}
}

/** A page of everything, or of what the words find. */
export function makeOverview(
	{ config }: Pick<Tools, "config">,
	catalog: PublicCatalog,
	base: string,
	{ words, plan, types }: { words: string; plan: CatalogPlan; types: Listing["types"] },
): Promise<Made> {
	const verify = verifySection(config);
	return toMade(catalog, overviewPage(catalog, { base, words, plan, types, verify }));
}

async function toMade(catalog: PublicCatalog, parts: PageParts): Promise<Made> {
	return { ...(await toPage(catalog, parts)), type: "text/html; charset=utf-8" };
}
