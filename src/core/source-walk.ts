// A list out of more sources than one page can ask: they are walked a group at a time, and one that is silent is left out and asked again at the end.
import { type ListEnvelope, mergePages } from "./page.ts";

/** Sources that one page asks. */
export const GROUP_SOURCES = 250;
/** An iterator names those that were silent; when it would be more, something else is wrong. */
const MISSED_MAX = 50;

const PLACES = String.raw`\d{1,5}(?:_\d{1,5}){0,${MISSED_MAX - 1}}`;
/** How an iterator goes on behind the key: the group, or the sources that are asked again, and who was silent. */
export const PLACE_PATTERN = String.raw`\.(?:\d{1,5}|r${PLACES})(?:m${PLACES})?`;
const ITERATOR = /^(-?)([^.]*)(?:\.(?:(\d+)|r([\d_]+))(?:m([\d_]+))?)?$/;

/** Sources go by their places in a list that stays the same from page to page. */
type Place = {
	isBackwards: boolean;
	/** Where the page begins in each of its sources; empty for their beginning. */
	key: string;
	/** A group by its number, or sources that were silent before. */
	stage: number | number[];
	missed: number[];
};

/** What a page has to ask. `iterator` is the one for each source. */
export type WalkPlan = { place: Place; total: number; asked: number[]; iterator: string | null };

/** Plans a page out of `total` sources. Backwards the last group comes first. */
export function planWalk(iterator: string | null, total: number): WalkPlan {
	const [, sign = "", key = "", group, again, silent] = ITERATOR.exec(iterator ?? "") ?? [];
	const isBackwards = sign === "-";
	const first = isBackwards ? lastGroup(total) : 0;
	const stage = again !== undefined ? toPlaces(again) : Number(group ?? first);
	const missed = silent === undefined ? [] : toPlaces(silent);
	const asked = placesOf(stage, total).filter((at) => at < total && !missed.includes(at));
	const own = isBackwards ? `-${key}` : key || null;
	return { place: { isBackwards, key, stage, missed }, total, asked, iterator: own };
}

const lastGroup = (total: number) => Math.max(0, Math.ceil(total / GROUP_SOURCES) - 1);
const toPlaces = (text: string) => [...new Set(text.split("_").map(Number))];

function placesOf(stage: Place["stage"], total: number): number[] {
	if (typeof stage !== "number") return stage;
	const from = stage * GROUP_SOURCES;
	const count = Math.max(0, Math.min(total - from, GROUP_SOURCES));
	return Array.from({ length: count }, (_, i) => from + i);
}

/**
 * One page out of what the asked ones answered, in their order; null for one that was silent. Throws when the
 * page would have to do without all that is left: the same page can be asked for again.
 */
export function toWalkPage<T>(
	plan: WalkPlan,
	answers: readonly (ListEnvelope<T> | null)[],
	limit: number,
	keyOf: (item: T) => string,
): ListEnvelope<T> {
	const { place, total, asked } = plan;
	const heard = answers.filter((answer) => answer !== null);
	const missed = [...place.missed, ...asked.filter((_, i) => answers[i] === null)];
	const isLast = total <= GROUP_SOURCES || typeof place.stage !== "number";
	const isNone = heard.length === 0 && asked.length > 0 && isLast;
	if (isNone || missed.length > MISSED_MAX) throw new Error(`${missed.length} sources are silent`);
	const list = mergePages(heard, limit, plan.iterator, keyOf);
	const isWhole = total <= GROUP_SOURCES && typeof place.stage === "number";
	if (isWhole && missed.length === 0) return list;
	const ahead = place.isBackwards ? (list.prevIterator?.slice(1) ?? null) : list.iterator;
	const behind = place.isBackwards ? list.iterator : (list.prevIterator?.slice(1) ?? null);
	const next = list.done
		? nextPlace(place, missed, total)
		: { ...place, key: ahead ?? place.key, missed };
	const on = toIterator(next ?? endOf(place, ahead ?? place.key, total));
	const back = toIterator(turned(place, behind ?? place.key, total));
	return {
		data: list.data,
		iterator: place.isBackwards ? back : on,
		prevIterator: place.isBackwards ? on : back,
		done: next === null,
	};
}

/** Behind the end of a group: the next one, then who was silent, from his beginning; null when nothing is left. */
function nextPlace(place: Place, missed: number[], total: number): Place | null {
	const next =
		typeof place.stage !== "number" ? null : place.isBackwards ? place.stage - 1 : place.stage + 1;
	if (next !== null && next >= 0 && next <= lastGroup(total)) {
		return { ...place, key: "", stage: next, missed };
	}
	return missed.length === 0 ? null : { ...place, key: "", stage: missed, missed: [] };
}

/** Nothing older comes later. What is newer may come in any group: whoever goes on sees all of them again. */
const endOf = (place: Place, key: string, total: number): Place =>
	place.isBackwards
		? { ...place, key: "", stage: lastGroup(total), missed: [] }
		: { ...place, key };

/** The way back begins with everybody again. */
function turned({ isBackwards, stage }: Place, key: string, total: number): Place {
	if (typeof stage === "number") return { isBackwards: !isBackwards, key, stage, missed: [] };
	return {
		isBackwards: !isBackwards,
		key: "",
		stage: isBackwards ? 0 : lastGroup(total),
		missed: [],
	};
}

function toIterator({ isBackwards, key, stage, missed }: Place): string {
	const where = typeof stage === "number" ? `${stage}` : `r${stage.join("_")}`;
	const silent = missed.length === 0 ? "" : `m${missed.join("_")}`;
	return `${isBackwards ? "-" : ""}${key}.${where}${silent}`;
}
