// Endpoints of the sender's own that are told what happens to customers' endpoints and deliveries.
import { useState } from "preact/hooks";
import { useList } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { OperationalEndpointOut } from "../models.ts";
import { DeleteOperationalDialog } from "./delete-dialog.tsx";
import { OperationalDialog } from "./operational-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

type Asked =
	| { what: "new" }
	| { what: "edit" | "secret" | "delete"; endpoint: OperationalEndpointOut }
	| null;

export function OperationalPage() {
	const iterator = usePlace().search.get("iterator");
	const path = "/operational-webhook/endpoint/";
	const list = useList<ListOf<OperationalEndpointOut>>(path, { iterator });
	const [asked, setAsked] = useState<Asked>(null);
	const close = () => setAsked(null);
	const isEmpty = list.data?.data.length === 0 && !list.isOld;
	const add = (
		<Button look="primary" icon="plus" onClick={() => setAsked({ what: "new" })}>
			{t("console.ops.add")}
		</Button>
	);
	return (
		<>
			<PageHead
				title={t("console.nav.operational")}
				intro={t("console.ops.intro")}
				actions={!isEmpty && add}
			/>
			{list.isLoading && <Skeleton rows={3} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{isEmpty && (
				<EmptyState
					icon="send"
					title={t("console.ops.empty.title")}
					text={t("console.ops.empty.text")}
				>
					{add}
				</EmptyState>
			)}
			{list.data && !isEmpty && (
				<>
					<Table
						caption={t("console.nav.operational")}
						columns={columns(setAsked)}
						rows={list.data.data}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
			{asked?.what === "new" && <OperationalDialog found={null} onClose={close} />}
			{asked?.what === "edit" && <OperationalDialog found={asked.endpoint} onClose={close} />}
			{asked?.what === "secret" && <SecretDialog endpoint={asked.endpoint} onClose={close} />}
			{asked?.what === "delete" && (
				<DeleteOperationalDialog endpoint={asked.endpoint} onClose={close} />
			)}
		</>
	);
}

const columns = (ask: (asked: Asked) => void): Column<OperationalEndpointOut>[] => [
	{
		label: t("console.ops.endpoint"),
		kind: "main",
		cell: ({ url, description }) => (
			<span class="two-lines">
				<strong title={url}>{url.replace(/^https?:\/\//, "")}</strong>
				{description && <small>{description}</small>}
			</span>
		),
	},
	{
		label: t("console.ops.status"),
		kind: "status",
		cell: ({ disabled }) => <StatusBadge status={disabled ? "disabled" : "enabled"} />,
	},
	{
		label: t("console.ops.events"),
		kind: "line",
		cell: ({ eventTypes }) =>
			eventTypes === null ? (
				t("console.ops.all")
			) : (
				<span title={eventTypes.join(", ")}>
					{t("console.ops.some", { count: eventTypes.length })}
				</span>
			),
	},
	{ label: t("console.apps.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
	{
		label: t("console.keys.actions"),
		kind: "action",
		isLabelHidden: true,
		cell: (endpoint) => (
			<Menu
				label={t("console.keys.actionsOf", { name: endpoint.url })}
				items={[
					{
						label: t("console.edit"),
						icon: "edit",
						onSelect: () => ask({ what: "edit", endpoint }),
					},
					{
						label: t("console.ops.secret"),
						icon: "key",
						onSelect: () => ask({ what: "secret", endpoint }),
					},
					{
						label: t("console.ops.delete"),
						icon: "trash",
						isDanger: true,
						onSelect: () => ask({ what: "delete", endpoint }),
					},
				]}
			/>
		),
	},
];
