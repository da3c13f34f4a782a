// The messages that stand as the reader asked, as they are found.
import { useEffect, useState } from "preact/hooks";
import { ApiError, inApp, request } from "../../lib/api.ts";
import type { ListOf, MessageOut, MessageStandingOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Filters, toQuery } from "./message-query.ts";
import { MessageTable } from "./message-table.tsx";
import { NoMessages } from "./no-messages.tsx";
import { type Found, PAGE_ROWS, type Standing, searchStandings } from "./standing-search.ts";

type Asked = {
	filters: Filters;
	standing: Standing;
	iterator: string | null;
	/** Epoch milliseconds; another number searches anew. */
	asked: number;
};

export function FoundMessages(props: Asked) {
	const { found, error, onRetry } = useFound(props);
	const isFirst = props.iterator === null;
	if (error) return <ErrorState error={error} onRetry={onRetry} />;
	if (found === null) return <Skeleton rows={12} />;
	const { data: rows, looked, isSearching } = found;
	if (rows.length === 0 && !isSearching) {
		return (
			<>
				{!found.done && <Looked count={looked} isSearching={false} />}
				<NoMessages list={found} isFirst={isFirst} isNarrowed />
			</>
		);
	}
	return (
		<>
			<div class="stack">
				<Looked count={looked} isSearching={isSearching} />
				{rows.length === 0 ? <Skeleton rows={12} /> : <MessageTable rows={rows} />}
			</div>
			{!isSearching && <Pager list={found} isFirst={isFirst} />}
		</>
	);
}

const Looked = ({ count, isSearching }: { count: number; isSearching: boolean }) => (
	<p class="quiet-text" role="status">
		{t(isSearching ? "messages.searching" : "messages.looked", { count })}
	</p>
);

function useFound({ filters, standing, iterator, asked }: Asked) {
	const [round, setRound] = useState(0);
	const query = { ...toQuery(filters, asked), limit: PAGE_ROWS };
	const key = JSON.stringify([query, standing, iterator, asked, round]);
	const [state, setState] = useState<{ key: string; found: Found | null; error: ApiError | null }>({
		...{ key, found: null, error: null },
	});
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const source = {
			page: (at: string | null) =>
				request<ListOf<MessageOut>>("GET", inApp("/msg/"), {
					query: { ...query, iterator: at },
					signal,
				}),
			standings: async (ids: readonly string[]) => {
				const options = { query: { ids: ids.join(",") }, signal };
				const path = inApp("/message-standing/");
				return (await request<{ data: MessageStandingOut[] }>("GET", path, options)).data;
			},
		};
		const onFound = (found: Found) => {
			if (!signal.aborted) setState({ key, found, error: null });
		};
		searchStandings(source, standing, iterator, onFound).catch((error: unknown) => {
			if (signal.aborted) return;
			if (!(error instanceof ApiError)) throw error;
			setState({ key, found: null, error });
		});
		return () => controller.abort();
	}, [key]);
	const now = state.key === key ? state : { found: null, error: null };
	return { found: now.found, error: now.error, onRetry: () => setRound(round + 1) };
}
