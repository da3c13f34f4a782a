// What stands where a page of messages has no rows: none yet, none that fit, or none up to here.
import { setSearch } from "../../lib/router.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, NoResults } from "../../ui/states.tsx";
import { NO_FILTERS } from "./message-query.ts";

/** @param isNarrowed whether there may be messages that the list does not hold */
export function NoMessages({
	list,
	isFirst,
	isNarrowed,
}: {
	list: ListOf<unknown>;
	isFirst: boolean;
	isNarrowed: boolean;
}) {
	if (!list.done) {
		return (
			<>
				<EmptyState
					icon="search"
					title={t("messages.emptyPage.title")}
					text={t("messages.emptyPage.text")}
				/>
				<Pager list={list} isFirst={isFirst} />
			</>
		);
	}
	return isNarrowed || !isFirst ? (
		<NoResults onClear={() => setSearch(NO_FILTERS)} />
	) : (
		<EmptyState icon="message" title={t("messages.empty.title")} text={t("messages.empty.text")} />
	);
}
