// The page of one event type.
import { groupOf } from "../../core/event-groups.ts";
import type { PublicCatalog } from "../../services/catalog.ts";
import type { EventType } from "../../store/event-types.ts";
import { type Html, html } from "../html.ts";
import { contentOf, deprecatedBadge, describe } from "./event-type.ts";
import type { PageParts } from "./layout.ts";

export function typePage(
	catalog: PublicCatalog,
	{ base, type, verify }: { base: string; type: EventType; verify: Html },
): PageParts {
	const group = groupOf(type);
	const home = base || "/";
	const body = html`<div class="page"><main id="~main" tabindex="-1"><nav class="crumbs" aria-label="Where this is"><a href="${home}">All event types</a>${group !== null && html`<span aria-hidden="true">/</span><a href="${home}?q=${encodeURIComponent(group)}">${group}</a>`}</nav><article class="event alone"><div class="about"><h1><bdi>${type.name}</bdi>${type.deprecated && deprecatedBadge}</h1>${describe(type.description)}</div>${contentOf(base, type)}</article>${verify}</main></div>`;
	return {
		title: `${type.name} – ${catalog.displayName} webhook events`,
		description: type.description.slice(0, 200) || `The event type ${type.name}.`,
		base,
		path: `/${type.name}`,
		body,
	};
}
