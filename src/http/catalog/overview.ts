// The catalog's first page: everything of a usual one, and the list of a very large one.
import { groupEventTypes } from "../../core/event-groups.ts";
import type { PublicCatalog } from "../../services/catalog.ts";
import type { EventType } from "../../store/event-types.ts";
import { type Html, html } from "../html.ts";
import { typeLine, typeSection } from "./event-type.ts";
import type { PageParts } from "./layout.ts";
import type { CatalogPlan } from "./plan.ts";

const UNGROUPED = "Other";

type Overview = {
	base: string;
	words: string;
	plan: CatalogPlan;
	/** All that the plan may show, when it shows them whole. */
	types: readonly EventType[];
	verify: Html;
};

export function overviewPage(catalog: PublicCatalog, overview: Overview): PageParts {
	const { base, words, plan, verify } = overview;
	const { displayName } = catalog;
	const groups = groupEventTypes(plan.entries);
	const body = html`<div class="page"><div class="intro"><h1>${displayName} webhook events</h1><p>What ${displayName} can send to your endpoints, and what each field means.</p>${search(base, words, plan)}</div><div class="columns">${contents(plan)}<main id="~main" tabindex="-1">${
		plan.total === 0
			? html`<p class="note">There are no event types yet.</p>`
			: groups.map((group) => groupSection(overview, group))
	}<p class="note none" data-none ${plan.found > 0 || plan.total === 0 ? html`hidden` : ""}>No event type fits these words.</p>${pager(base, words, plan)}${verify}</main></div></div>`;
	const description = `All ${plan.total} event types of ${displayName}, with their fields and examples.`;
	return { title: `${displayName} webhook events`, description, base, path: "", body };
}

function groupSection(
	{ base, plan, types }: Overview,
	{ name, types: entries }: { name: string; types: CatalogPlan["entries"] },
): Html {
	const byName = new Map(types.map((type) => [type.name, type]));
	const whole = entries.flatMap((entry) => byName.get(entry.name) ?? []);
	return html`<section data-group><h2>${name || UNGROUPED} <small>${entries.length}</small></h2>${
		plan.isWhole
			? whole.map((type) => typeSection(base, type))
			: html`<ul class="list">${entries.map((entry) => typeLine(base, entry))}</ul>`
	}</section>`;
}

/** A script answers as one types where the page holds everything; the form answers always. */
function search(base: string, words: string, { found, total, pages }: CatalogPlan): Html {
	const isLive = pages === 1 && found === total;
	return html`<form class="search" role="search" action="${base || "/"}" method="get" ${isLive && html`data-live`}><input type="search" name="q" value="${words}" maxlength="100" placeholder="Search names and descriptions" aria-label="Search event types" autocomplete="off" spellcheck="false"><button type="submit">Search</button>${words !== "" && html`<a href="${base || "/"}">Show all</a>`}<p role="status" data-count>${found === total ? `${total} event types` : `${found} of ${total} event types`}</p></form>`;
}

function contents({ isWhole, entries }: CatalogPlan): Html {
	if (!isWhole || entries.length === 0) return html``;
	return html`<nav class="contents" aria-label="Event types">${groupEventTypes(entries).map(
		({ name, types }) =>
			html`<p>${name || UNGROUPED}</p><ul>${types.map((type) => html`<li data-link="${type.name}"><a href="#${type.name}">${type.name}</a></li>`)}</ul>`,
	)}</nav>`;
}

function pager(base: string, words: string, { page, pages }: CatalogPlan): Html {
	if (pages === 1) return html``;
	const to = (next: number) => {
		const query = new URLSearchParams({ ...(words !== "" && { q: words }), page: String(next) });
		return `${base || "/"}?${query}`;
	};
	return html`<nav class="pager" aria-label="Pages">${page > 1 && html`<a rel="prev" href="${to(page - 1)}">Previous</a>`}<span>Page ${page} of ${pages}</span>${page < pages && html`<a rel="next" href="${to(page + 1)}">Next</a>`}</nav>`;
}
