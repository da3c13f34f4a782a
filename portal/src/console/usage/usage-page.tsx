// How many deliveries each application's messages had in a month: counted on the server when asked for.
import { useEffect, useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { formatDate, formatNumber } from "../../lib/format.ts";
import { useAction, useQuery } from "../../lib/query.ts";
import type { BackgroundTaskOut } from "../../models.ts";
import { TaskProgress } from "../../pages/tasks/task-progress.tsx";
import { localeNow, t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorNote, ErrorState, Note } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { consolePath } from "../routes.ts";
import { monthsBefore, type Span, toUsage, type Usage } from "./usage.ts";

const POLL_MS = 1_000;
const SHOWN_MAX = 100;

type Counting = { id: string; span: Span };

export function UsagePage() {
	const [spans] = useState(() => monthsBefore(Date.now()));
	const [chosen, setChosen] = useState("0");
	const [counting, setCounting] = useState<Counting | null>(null);
	const span = spans[Number(chosen)];
	const count = useAction(async (asked: Span) => {
		const body = { since: asked.since, until: asked.until };
		const { id } = await request<BackgroundTaskOut>("POST", "/stats/usage/app/", { body });
		setCounting({ id, span: asked });
	});
	return (
		<>
			<PageHead title={t("console.nav.usage")} intro={t("console.usage.intro")} />
			<form
				class="filters"
				onSubmit={(event) => {
					event.preventDefault();
					if (span !== undefined && !count.isBusy) void count.run(span);
				}}
			>
				<Select
					label={t("console.usage.month")}
					value={chosen}
					onChange={setChosen}
					options={spans.map(({ since }, index) => ({
						value: String(index),
						label: monthOf(since),
					}))}
				/>
				<Button type="submit" look="primary" isBusy={count.isBusy}>
					{t("console.usage.count")}
				</Button>
			</form>
			<ErrorNote error={count.error} />
			{counting === null && !count.error && (
				<EmptyState
					icon="table"
					title={t("console.usage.none.title")}
					text={t("console.usage.none.text")}
				/>
			)}
			{counting && <Result key={counting.id} {...counting} />}
		</>
	);
}

const monthOf = (since: string): string =>
	new Intl.DateTimeFormat(localeNow(), { month: "long", year: "numeric", timeZone: "UTC" }).format(
		Date.parse(since),
	);

function Result({ id, span }: Counting) {
	const [isOver, setOver] = useState(false);
	const task = useQuery<BackgroundTaskOut>(
		`/background-task/${id}/`,
		{},
		{ refreshMs: isOver ? null : POLL_MS },
	);
	const status = task.data?.status;
	useEffect(() => setOver(status !== undefined && status !== "running"), [status]);
	if (task.error) return <ErrorState error={task.error} onRetry={task.reload} />;
	if (task.data === undefined || task.data.status === "running") {
		return (
			<Card>
				{task.data && <TaskProgress task={task.data} />}
				<p role="status">{t("console.usage.counting")}</p>
			</Card>
		);
	}
	if (task.data.status === "failed") {
		return <Note kind="danger">{t("console.usage.failed")}</Note>;
	}
	return <UsageTable span={span} usage={toUsage(task.data)} />;
}

function UsageTable({ span, usage }: { span: Span; usage: Usage }) {
	const locale = localeNow();
	const { rows, total, isTruncated } = usage;
	return (
		<div class="stack">
			<p>
				{t("console.usage.total", {
					count: total,
					since: formatDate(Date.parse(span.since), locale),
					until: formatDate(Date.parse(span.until) - 1, locale),
				})}
			</p>
			{isTruncated && <Note kind="warning">{t("console.usage.truncated")}</Note>}
			{rows.length > SHOWN_MAX && <Note>{t("console.usage.top", { count: SHOWN_MAX })}</Note>}
			<Table
				caption={t("console.nav.usage")}
				rows={rows.slice(0, SHOWN_MAX)}
				keyOf={({ appId }) => appId}
				linkOf={({ appId }) => consolePath("application", { appId })}
				columns={[
					{
						label: t("console.usage.application"),
						kind: "main",
						cell: ({ appId, appUid }) => (
							<span class="two-lines">
								<Link to={consolePath("application", { appId })} class="name">
									{appUid ?? appId}
								</Link>
								{appUid !== null && <small>{appId}</small>}
							</span>
						),
					},
					{
						label: t("console.usage.deliveries"),
						kind: "number",
						cell: ({ count }) => formatNumber(count, locale),
					},
				]}
			/>
		</div>
	);
}
