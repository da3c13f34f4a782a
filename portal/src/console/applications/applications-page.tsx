// All applications: found by name, uid or id, and made.
import { useState } from "preact/hooks";
import { formatNumber } from "../../lib/format.ts";
import { useList } from "../../lib/query.ts";
import { go, setSearch, usePlace } from "../../lib/router.ts";
import { useSearchText } from "../../lib/use-search.ts";
import type { ListOf } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SearchField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorState, NoResults, Note, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { ApplicationOut } from "../models.ts";
import { consolePath } from "../routes.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import { PortalLinkDialog } from "./portal-link-dialog.tsx";

const toPage = ({ id }: ApplicationOut) => consolePath("application", { appId: id });

export function ApplicationsPage() {
	const { search: address } = usePlace();
	const search = address.get("search") ?? "";
	const iterator = address.get("iterator");
	const [isAdding, setAdding] = useState(false);
	const [linked, setLinked] = useState<ApplicationOut | null>(null);
	const [typed, setTyped] = useSearchText("search");
	const list = useList<ListOf<ApplicationOut>>("/app/", { search, iterator, order: "descending" });
	const isEmpty = list.data?.data.length === 0 && !list.isOld;
	const isNone = isEmpty && search === "" && iterator === null;
	const add = (
		<Button look="primary" icon="plus" onClick={() => setAdding(true)}>
			{t("console.apps.add")}
		</Button>
	);
	return (
		<>
			<PageHead
				title={t("console.nav.applications")}
				intro={t("console.apps.intro")}
				actions={!isNone && add}
			/>
			{!isNone && (
				<search class="filters">
					<SearchField label={t("console.apps.search")} value={typed} onChange={setTyped} />
				</search>
			)}
			{list.isLoading && <Skeleton rows={6} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{isNone && (
				<EmptyState
					icon="table"
					title={t("console.apps.empty.title")}
					text={t("console.apps.empty.text")}
				>
					{add}
				</EmptyState>
			)}
			{isEmpty && !isNone && list.data?.done && (
				<NoResults onClear={() => setSearch({ search: null, iterator: null })} />
			)}
			{isEmpty && list.data?.done === false && <Note>{t("console.apps.further")}</Note>}
			{list.data && !isEmpty && (
				<Table
					caption={t("console.nav.applications")}
					columns={columns(setLinked)}
					rows={list.data.data}
					keyOf={({ id }) => id}
					linkOf={toPage}
					isOld={list.isOld}
				/>
			)}
			{list.data && <Pager list={list.data} isFirst={iterator === null} />}
			{linked && <PortalLinkDialog app={linked} onClose={() => setLinked(null)} />}
			{isAdding && (
				<ApplicationDialog
					found={null}
					onClose={() => setAdding(false)}
					onSaved={(made) => go(toPage(made))}
				/>
			)}
		</>
	);
}

const columns = (openPortal: (app: ApplicationOut) => void): Column<ApplicationOut>[] => [
	{
		label: t("console.apps.name"),
		kind: "main",
		cell: (app) => (
			<span class="two-lines">
				<Link to={toPage(app)} class="name">
					{app.name}
				</Link>
				<small>{app.id}</small>
			</span>
		),
	},
	{
		label: t("console.apps.uid"),
		cell: ({ uid }) => (uid === null ? <span class="quiet-text">–</span> : <code>{uid}</code>),
	},
	{
		label: t("console.apps.throttle"),
		kind: "number",
		cell: ({ throttleRate }) =>
			throttleRate === null ? (
				<span class="quiet-text">{t("console.apps.noLimit")}</span>
			) : (
				t("console.apps.perSecond", { count: formatNumber(throttleRate, localeNow()) })
			),
	},
	{ label: t("console.apps.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
	{
		label: t("console.apps.actions"),
		kind: "action",
		isLabelHidden: true,
		cell: (app) => (
			<IconButton
				icon="external"
				label={t("console.apps.openPortal", { name: app.name })}
				onClick={() => openPortal(app)}
			/>
		),
	},
];
