// How the organisation's deliveries go, and what needs attention.
import { useEffect, useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { formatCompact, formatDate, formatNumber, formatShare } from "../../lib/format.ts";
import { useAction, useQuery } from "../../lib/query.ts";
import { localeNow, t } from "../../texts/index.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { EmptyState, ErrorNote, ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import type { OverviewOut } from "../models.ts";
import { consolePath } from "../routes.ts";
import { addUp } from "./add-up.ts";
import { AttentionCard } from "./attention-card.tsx";
import { OperatorNotes } from "./operator-notes.tsx";
import { RunningTasks } from "./running-tasks.tsx";
import { Tile } from "./tile.tsx";

const PATH = "/environment/overview/";
const REFRESH_MS = 60_000;

export function OverviewPage() {
	const first = useQuery<OverviewOut>(PATH, {}, { refreshMs: REFRESH_MS });
	const [more, setMore] = useState<OverviewOut[]>([]);
	const next = useAction(async (iterator: string) => {
		const page = await request<OverviewOut>("GET", PATH, { query: { iterator } });
		setMore((known) => [...known, page]);
	});
	// What was added belongs to the first page as it was then.
	useEffect(() => setMore([]), [first.data]);
	const pages = first.data ? [first.data, ...more] : [];
	const last = pages.at(-1);
	const isEmpty = first.data?.counts?.applications === 0;
	return (
		<>
			<PageHead title={t("console.nav.overview")} />
			<OperatorNotes />
			{first.isLoading && <Skeleton rows={8} />}
			{first.error && <ErrorState error={first.error} onRetry={first.reload} />}
			{isEmpty && (
				<EmptyState
					icon="table"
					title={t("console.overview.empty.title")}
					text={t("console.overview.empty.text")}
				>
					<LinkButton to={consolePath("applications", {})} look="primary" icon="plus">
						{t("console.overview.empty.do")}
					</LinkButton>
				</EmptyState>
			)}
			{last && !isEmpty && (
				<div class="stack">
					<Numbers overview={addUp(pages)} />
					{!last.done && (
						<Note>
							{t("console.overview.partial")}{" "}
							<Button
								size="small"
								isBusy={next.isBusy}
								onClick={() => last.iterator !== null && void next.run(last.iterator)}
							>
								{t("console.overview.more")}
							</Button>
						</Note>
					)}
					<ErrorNote error={next.error} />
				</div>
			)}
		</>
	);
}

function Numbers({ overview }: { overview: OverviewOut }) {
	const { counts, last24h, waiting, retrying, days, silent, attention } = overview;
	const all = last24h.success + last24h.fail;
	const locale = localeNow();
	const number = (value: number) => formatCompact(value, locale);
	return (
		<>
			<dl class="tiles">
				<Tile
					label={t("console.overview.deliveries")}
					value={number(all)}
					title={formatNumber(all, locale)}
				>
					{t("console.overview.failed", { count: last24h.fail })}
				</Tile>
				<Tile
					label={t("console.overview.success")}
					value={all === 0 ? "–" : formatShare(last24h.success, all, locale)}
				>
					{t("console.overview.lastDay")}
				</Tile>
				<Tile
					label={t("console.overview.waiting")}
					value={number(waiting + retrying)}
					title={formatNumber(waiting + retrying, locale)}
				>
					{t("console.overview.retrying", { count: retrying })}
				</Tile>
				{counts && (
					<Tile
						label={t("console.overview.endpoints")}
						value={number(counts.endpoints)}
						title={formatNumber(counts.endpoints, locale)}
					>
						{t("console.overview.applications", { count: counts.applications })}
						{counts.disabled > 0 &&
							` · ${t("console.overview.disabled", { count: counts.disabled })}`}
						{counts.paused > 0 && ` · ${t("console.overview.paused", { count: counts.paused })}`}
					</Tile>
				)}
			</dl>
			{silent > 0 && <Note kind="warning">{t("console.overview.silent", { count: silent })}</Note>}
			<Card title={t("console.overview.byDay")}>
				<BarChart
					label={t("console.overview.byDay")}
					buckets={days}
					timeOf={(at) => formatDate(Date.parse(at), locale)}
				/>
			</Card>
			<AttentionCard attention={attention} />
			<RunningTasks />
		</>
	);
}
