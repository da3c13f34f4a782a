// All messages: what was sent, found by filters, and how each stands; live, if one likes.
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { invalidate, useList } from "../../lib/query.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import type { EndpointMessageOut, ListOf, MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { IconButton } from "../../ui/button.tsx";
import { Switch } from "../../ui/choice.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { FoundMessages } from "./found-messages.tsx";
import { LiveTable } from "./live-table.tsx";
import { FilterRow } from "./message-filters.tsx";
import { type Filters, isFiltered, readFilters, toQuery } from "./message-query.ts";
import { MessageTable } from "./message-table.tsx";
import { NoMessages } from "./no-messages.tsx";

export function MessagesPage() {
	const { search } = usePlace();
	const filters = readFilters(search);
	const iterator = search.get("iterator");
	const [asked, setAsked] = useState(Date.now);
	const isLive = search.get("live") === "1";
	const { endpoint, before, standing } = filters;
	// How a message stands changes after it has come: what came would soon not fit.
	const mayWatch = endpoint === null && before === null && standing === null && iterator === null;
	return (
		<>
			<PageHead
				title={t("messages.title")}
				intro={t("messages.intro")}
				actions={
					<>
						{mayWatch && (
							<Switch
								label={t("messages.live")}
								isChecked={isLive}
								onChange={(isOn) => setSearch({ live: isOn ? "1" : null })}
							/>
						)}
						<IconButton
							label={t("messages.refresh")}
							icon="refresh"
							look="normal"
							onClick={() => {
								setAsked(Date.now());
								invalidate(inApp("/msg/?"), inApp(`/endpoint/${endpoint}/msg/`));
							}}
						/>
					</>
				}
			/>
			<FilterRow filters={filters} />
			{standing === null ? (
				<MessageList
					filters={filters}
					iterator={iterator}
					asked={asked}
					isLive={isLive && mayWatch}
				/>
			) : (
				<FoundMessages filters={filters} standing={standing} iterator={iterator} asked={asked} />
			)}
		</>
	);
}

type ListProps = {
	filters: Filters;
	iterator: string | null;
	/** Epoch milliseconds: what «the last hour» is counted from. */
	asked: number;
	isLive: boolean;
};

function MessageList({ filters, iterator, asked, isLive }: ListProps) {
	const path = filters.endpoint === null ? "/msg/" : `/endpoint/${filters.endpoint}/msg/`;
	const query = { ...toQuery(filters, asked), iterator };
	const list = useList<ListOf<MessageOut | EndpointMessageOut>>(inApp(path), query);
	const isFirst = iterator === null;
	if (list.isLoading) return <Skeleton rows={12} />;
	if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />;
	if (list.data === undefined) return null;
	const { data: rows } = list.data;
	const pager = <Pager list={list.data} isFirst={isFirst} />;
	if (isLive) {
		return (
			<LiveTable filters={filters} rows={rows} isOld={list.isOld} onMissed={list.reload}>
				{pager}
			</LiveTable>
		);
	}
	if (rows.length === 0) {
		return <NoMessages list={list.data} isFirst={isFirst} isNarrowed={isFiltered(filters)} />;
	}
	return (
		<>
			<MessageTable rows={rows} isOld={list.isOld} />
			{pager}
		</>
	);
}
