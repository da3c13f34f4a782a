// From one page of a list to the next, by the iterators that the list answers; the page is in the address.

import { setSearch, usePlace } from "../lib/router.ts";
import type { ListOf } from "../models.ts";
import { t } from "../texts/index.ts";
import { Button } from "./button.tsx";

/**
 * Nothing is drawn when all is on one page. A page of a filtered list may be empty before its end: the
 * search then goes on where it stopped. `name`: the query's name of the iterator.
 */
export function Pager({
	list,
	name = "iterator",
	isFirst,
}: {
	list: ListOf<unknown>;
	name?: string;
	isFirst: boolean;
}) {
	// On the way back `done` means that nothing comes before.
	const isBack = usePlace().search.get(name)?.startsWith("-") ?? false;
	if (list.done && isFirst) return null;
	const isSearching = list.data.length === 0 && !list.done;
	const mayGoBack = !isFirst && list.prevIterator !== null && !(isBack && list.done);
	const mayGoOn = list.iterator !== null && (isBack || !list.done);
	const isFurtherBack = isSearching && isBack;
	return (
		<nav class="pager" aria-label={t("pager.label")}>
			<span>
				{isSearching ? t("pager.nothing") : t("pager.shown", { count: list.data.length })}
			</span>
			<Button
				size="small"
				icon="left"
				disabled={!mayGoBack}
				onClick={() => setSearch({ [name]: list.prevIterator })}
			>
				{t(isFurtherBack ? "pager.further" : "pager.previous")}
			</Button>
			<Button size="small" disabled={!mayGoOn} onClick={() => setSearch({ [name]: list.iterator })}>
				{t(isSearching && !isBack ? "pager.further" : "pager.next")}
			</Button>
		</nav>
	);
}
