// From one page of a list to the next, by the iterators that the list answers; the page is in the address.

import { setSearch } from "../lib/router.ts";
import type { ListOf } from "../models.ts";
import { t } from "../texts/index.ts";
import { Button } from "./button.tsx";

/** Nothing is drawn when all is on one page. `name`: the query's name of the iterator. */
export function Pager({
	list,
	name = "iterator",
	isFirst,
}: {
	list: ListOf<unknown>;
	name?: string;
	isFirst: boolean;
}) {
	if (list.done && isFirst) return null;
	return (
		<nav class="pager" aria-label={t("pager.label")}>
			<span>{t("pager.shown", { count: list.data.length })}</span>
			<Button
				size="small"
				icon="left"
				disabled={isFirst || list.prevIterator === null}
				onClick={() => setSearch({ [name]: list.prevIterator })}
			>
				{t("pager.previous")}
			</Button>
			<Button
				size="small"
				disabled={list.done || list.iterator === null}
				onClick={() => setSearch({ [name]: list.iterator })}
			>
				{t("pager.next")}
			</Button>
		</nav>
	);
}
