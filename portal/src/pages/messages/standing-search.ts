// Finds messages by how they stand, which no list of the API can: page after page, until there is enough to show.
import { type State, summarise } from "../../lib/standing-summary.ts";
import type { ListOf, MessageOut, MessageStandingOut } from "../../models.ts";

export const STANDINGS = ["failing", "waiting", "delivered", "unsent"] as const;
export type Standing = (typeof STANDINGS)[number];

/** As many as can be asked for at once how they stand. */
export const PAGE_ROWS = 50;
/** Looked at before the reader is asked whether to go on: some hundreds of messages. */
const PAGES_MAX = 10;

/** By what a row's badge says. A state that is not known may be any of them. */
const STANDING_OF: Record<State, Standing | null> = {
	exhausted: "failing",
	failing: "failing",
	sending: "waiting",
	waiting: "waiting",
	paused: "waiting",
	delivered: "delivered",
	disabled: "unsent",
	cancelled: "unsent",
	gone: "unsent",
	filtered_out: "unsent",
	unknown: null,
};

/** @param standing undefined for a message that is gone, which the list calls not sent */
export function fits(standing: MessageStandingOut | undefined, wanted: Standing): boolean {
	const summary = standing === undefined ? null : summarise(standing);
	const found = summary === null ? "unsent" : STANDING_OF[summary.state];
	return found === null || found === wanted;
}

/** A page that was put together, with how many messages were looked at for it. */
export type Found = ListOf<MessageOut> & { looked: number; isSearching: boolean };

export type Source = {
	page(iterator: string | null): Promise<ListOf<MessageOut>>;
	standings(ids: readonly string[]): Promise<MessageStandingOut[]>;
};

/** Tells what it has found after each page; `from` is the list's iterator, which may lead back. */
export async function searchStandings(
	source: Source,
	wanted: Standing,
	from: string | null,
	onFound: (found: Found) => void,
): Promise<void> {
	const isBack = from?.startsWith("-") ?? false;
	let next = from;
	let found: Found | null = null;
	for (let count = 1; ; count++) {
		const page = await source.page(next);
		const rows = await keepFitting(source, page.data, wanted);
		found = join(found, { ...page, data: rows }, isBack);
		found.looked += page.data.length;
		next = isBack ? page.prevIterator : page.iterator;
		const isEnough = found.data.length >= PAGE_ROWS || count >= PAGES_MAX;
		found.isSearching = !page.done && next !== null && !isEnough;
		onFound({ ...found });
		if (!found.isSearching) return;
	}
}

async function keepFitting(
	source: Source,
	rows: readonly MessageOut[],
	wanted: Standing,
): Promise<MessageOut[]> {
	if (rows.length === 0) return [];
	const standings = await source.standings(rows.map(({ id }) => id));
	const byId = new Map(standings.map((standing) => [standing.id, standing]));
	return rows.filter(({ id }) => fits(byId.get(id), wanted));
}

/** Both iterators lead on from the ends of all that was looked at. */
function join(before: Found | null, page: ListOf<MessageOut>, isBack: boolean): Found {
	if (before === null) return { ...page, looked: 0, isSearching: true };
	const { looked, isSearching } = before;
	const [newer, older] = isBack ? [page, before] : [before, page];
	return {
		data: [...newer.data, ...older.data],
		prevIterator: newer.prevIterator,
		iterator: older.iterator,
		done: page.done,
		looked,
		isSearching,
	};
}
