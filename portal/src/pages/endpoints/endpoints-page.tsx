// All endpoints: where events go, and how each of them does.
import type { ComponentChildren } from "preact";
import { inApp } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { formatNumber } from "../../lib/format.ts";
import { useList } from "../../lib/query.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import { useSearchText } from "../../lib/use-search.ts";
import type { EndpointOverviewOut, ListOf } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { LinkButton } from "../../ui/button.tsx";
import { SearchField, Select } from "../../ui/field.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorState, NoResults, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { DaySummary, EndpointName, EndpointState } from "./endpoint-cells.tsx";

const REFRESH_MS = 15_000;

export function EndpointsPage() {
	const { search: address } = usePlace();
	const search = address.get("search") ?? "";
	const status = address.get("status") ?? "";
	const iterator = address.get("iterator");
	const list = useList<ListOf<EndpointOverviewOut>>(
		inApp("/endpoint-overview/"),
		{ search, status, iterator },
		{ refreshMs: REFRESH_MS },
	);
	const isEverything = search === "" && status === "" && iterator === null;
	const isEmpty = list.data?.data.length === 0 && list.data.done && !list.isOld;
	const add = useMay("ManageEndpoint") && (
		<LinkButton to={pathTo("endpointNew", {})} look="primary" icon="plus">
			{t("endpoints.add")}
		</LinkButton>
	);
	if (isEmpty && isEverything) return <NoEndpoints add={add} />;
	return (
		<>
			<PageHead title={t("endpoints.title")} intro={t("endpoints.intro")} actions={add} />
			<Filters status={status} />
			{list.isLoading && <Skeleton rows={6} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{isEmpty && (
				<NoResults onClear={() => setSearch({ search: null, status: null, iterator: null })} />
			)}
			{list.data && !isEmpty && (
				<>
					<Table
						caption={t("endpoints.title")}
						columns={columns()}
						rows={list.data.data}
						keyOf={({ id }) => id}
						linkOf={({ id }) => pathTo("endpoint", { endpointId: id })}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
		</>
	);
}

const NoEndpoints = ({ add }: { add: ComponentChildren }) => (
	<>
		<PageHead title={t("endpoints.title")} intro={t("endpoints.intro")} />
		<EmptyState
			icon="endpoint"
			title={t("endpoints.empty.title")}
			text={t(add ? "endpoints.empty.text" : "endpoints.empty.readOnly")}
		>
			{add}
		</EmptyState>
	</>
);

function Filters({ status }: { status: string }) {
	const [typed, setTyped] = useSearchText("search");
	return (
		<search class="filters">
			<SearchField label={t("endpoints.search")} value={typed} onChange={setTyped} />
			<Select
				label={t("endpoints.status")}
				isLabelHidden
				value={status}
				onChange={(value) => setSearch({ status: value || null, iterator: null })}
				options={[
					{ value: "", label: t("endpoints.anyStatus") },
					{ value: "enabled", label: t("status.enabled") },
					{ value: "paused", label: t("status.paused") },
					{ value: "disabled", label: t("status.disabled") },
				]}
			/>
		</search>
	);
}

const columns = (): Column<EndpointOverviewOut>[] => [
	{
		label: t("endpoints.column.endpoint"),
		kind: "main",
		cell: (endpoint) => <EndpointName endpoint={endpoint} />,
	},
	{
		label: t("endpoints.column.status"),
		kind: "status",
		cell: (endpoint) => <EndpointState endpoint={endpoint} />,
	},
	{
		label: t("endpoints.column.success"),
		cell: (endpoint) => <DaySummary endpoint={endpoint} />,
	},
	{
		label: t("endpoints.column.waiting"),
		kind: "number",
		cell: ({ waiting, retrying }) => {
			const count = (waiting ?? 0) + (retrying ?? 0);
			const text = waiting === null ? "–" : formatNumber(count, localeNow());
			return count === 0 ? <span class="quiet-text">{text}</span> : text;
		},
	},
	{
		label: t("endpoints.column.last"),
		kind: "line",
		cell: ({ lastAttemptAt, lastOutcomeText }) =>
			lastAttemptAt === null ? (
				<span class="quiet-text">{t("time.never")}</span>
			) : (
				<span class="two-lines">
					<Time at={lastAttemptAt} />
					{lastOutcomeText && <small title={lastOutcomeText}>{lastOutcomeText}</small>}
				</span>
			),
	},
];
