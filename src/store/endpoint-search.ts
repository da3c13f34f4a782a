// Endpoints of an application by a text in them, or by how they stand.
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { ApplicationId } from "../core/ids.ts";
import { LOOKED_AT_MAX, type PageRead, type PageRows } from "../core/page.ts";
import { maskPassword } from "../core/url-secret.ts";
import type { Db } from "./db.ts";
import type { Endpoint } from "./endpoints.ts";
import { readFitting } from "./pages.ts";
import { endpoints } from "./schema.ts";

/** One that is disabled and paused counts as disabled. */
export type EndpointState = "enabled" | "disabled" | "paused";

/** `text` is a part of the URL or the description, whatever the case of its ASCII letters; null for any. */
export type EndpointFilter = { text: string | null; state: EndpointState | null };

/** Rows that are looked at in one go. What does not fit at a second look makes place for further ones. */
const AT_ONCE = LOOKED_AT_MAX / 4;

/** Where a page ends tells nothing of what is not shown: it ends with a shown row, or so many rows on. */
export async function searchEndpoints(
	db: Db,
	applicationId: ApplicationId,
	plan: PageRead,
	filter: EndpointFilter,
): Promise<PageRows<Endpoint>> {
	const rows: Endpoint[] = [];
	let key = plan.key;
	for (let looked = 0; looked < LOOKED_AT_MAX; looked += AT_ONCE) {
		const some = await readSome(db, applicationId, { ...plan, key }, filter);
		rows.push(...some.rows.filter((row) => isShownIn(row, filter.text)));
		if (rows.length > plan.limit || !some.isMore) {
			return { rows, isMore: rows.length > plan.limit, end: null };
		}
		key = some.end ?? some.rows.at(-1)?.id ?? key;
	}
	return { rows, isMore: true, end: key };
}

function readSome(
	db: Db,
	applicationId: ApplicationId,
	plan: PageRead,
	{ text, state }: EndpointFilter,
): Promise<PageRows<Endpoint>> {
	const has = (column: typeof endpoints.url | typeof endpoints.description) =>
		sql`instr(lower(${column}), ${toLower(text ?? "")}) > 0`;
	const selection = {
		table: endpoints,
		key: endpoints.id,
		within: and(eq(endpoints.applicationId, applicationId), isNull(endpoints.deletedAt)),
		fits: and(
			state === null ? undefined : eq(endpoints.disabled, state === "disabled"),
			state === null || state === "disabled" ? undefined : eq(endpoints.paused, state === "paused"),
			text === null
				? undefined
				: or(has(endpoints.url), has(endpoints.description), sql`instr(${endpoints.url}, '@') > 0`),
		),
	};
	return readFitting(db, plan, selection, AT_ONCE);
}

/** A password in a URL is not shown, so that nobody may find it by guessing its parts. */
function isShownIn({ url, description }: Endpoint, text: string | null): boolean {
	if (text === null) return true;
	const wanted = toLower(text);
	return [maskPassword(url), description].some((shown) => toLower(shown).includes(wanted));
}

/** As the database does it. */
const toLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
