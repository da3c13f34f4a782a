// Endpoints that need somebody: they get nothing but failures, or were disabled because of them.
import { pathTo } from "../../lib/routes.ts";
import { t } from "../../texts/index.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { OverviewOut } from "../models.ts";
import { inApplication } from "../routes.ts";

type Attention = OverviewOut["attention"][number];

const SHOWN_MAX = 50;

const toEndpoint = ({ appId, endpointId }: Attention) =>
	inApplication(appId, pathTo("endpoint", { endpointId }));

export function AttentionCard({ attention }: { attention: readonly Attention[] }) {
	const left = attention.length - SHOWN_MAX;
	if (attention.length === 0) {
		return (
			<Card title={t("console.attention.title")}>
				<p class="all-well">
					<Icon name="check" /> {t("console.attention.none")}
				</p>
			</Card>
		);
	}
	return (
		<Card
			title={t("console.attention.title")}
			actions={
				<Badge tone="bad">{t("console.attention.count", { count: attention.length })}</Badge>
			}
			isFlush
		>
			<Table
				caption={t("console.attention.title")}
				columns={columns()}
				rows={attention.slice(0, SHOWN_MAX)}
				keyOf={({ endpointId }) => endpointId}
				linkOf={toEndpoint}
			/>
			{left > 0 && <p class="card-note">{t("console.attention.more", { count: left })}</p>}
		</Card>
	);
}

const columns = (): Column<Attention>[] => [
	{
		label: t("console.attention.endpoint"),
		kind: "main",
		cell: (one) => (
			<span class="two-lines">
				<Link to={toEndpoint(one)} class="name" title={one.url}>
					{one.url.replace(/^https?:\/\//, "")}
				</Link>
				<small>{one.appName}</small>
			</span>
		),
	},
	{
		label: t("console.attention.state"),
		kind: "status",
		cell: ({ state }) => <StatusBadge status={state} />,
	},
	{
		label: t("console.attention.last"),
		kind: "line",
		cell: ({ lastAttemptAt, lastOutcomeText }) =>
			lastAttemptAt && (
				<span class="two-lines">
					<Time at={lastAttemptAt} />
					{lastOutcomeText && <small title={lastOutcomeText}>{lastOutcomeText}</small>}
				</span>
			),
	},
	{ label: t("console.attention.failed"), kind: "number", cell: ({ fail }) => String(fail) },
	{ label: t("console.attention.waiting"), kind: "number", cell: ({ waiting }) => String(waiting) },
];
