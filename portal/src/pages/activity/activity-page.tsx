// How deliveries go over time, in all and by endpoint.
import { inApp } from "../../lib/api.ts";
import { formatDate, formatMoment, formatNumber, formatShare } from "../../lib/format.ts";
import { useList } from "../../lib/query.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import type { ActivityOut } from "../../models.ts";
import { localeNow, type PlainKey, t } from "../../texts/index.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Segments } from "../../ui/choice.tsx";
import { Select } from "../../ui/field.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";

const HOUR_MS = 3_600_000;
const RANGES = {
	day: { hours: 24, period: "hour" },
	week: { hours: 7 * 24, period: "hour" },
	month: { hours: 30 * 24, period: "day" },
	quarter: { hours: 90 * 24, period: "day" },
} as const;
type Range = keyof typeof RANGES;
const isRange = (text: string | null): text is Range => text !== null && text in RANGES;
const REFRESH_MS = 30_000;

/** Rounded, so that the same page asks the same question for a while. */
const sinceOf = (range: Range) =>
	new Date(
		Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (RANGES[range].hours - 1) * HOUR_MS,
	).toISOString();

export function ActivityPage() {
	const { search } = usePlace();
	const given = search.get("range");
	const range = isRange(given) ? given : "day";
	const endpointId = search.get("endpoint");
	const query = { since: sinceOf(range), period: RANGES[range].period };
	const all = useList<ActivityOut>(inApp("/activity/"), query, { refreshMs: REFRESH_MS });
	const path = endpointId === null ? null : inApp("/activity/");
	const one = useList<ActivityOut>(path, { ...query, endpointId }, { refreshMs: REFRESH_MS });
	const { data, error, isLoading, reload, isOld } = endpointId === null ? all : one;
	return (
		<>
			<PageHead title={t("activity.title")} intro={t("activity.intro")} />
			<search class="filters">
				<Segments
					legend={t("activity.range")}
					value={range}
					onChange={(value) => setSearch({ range: value === "day" ? null : value })}
					options={Object.keys(RANGES).map((value) => ({
						value: value as Range, // safe because these are the keys of RANGES
						label: t(`activity.range.${value}` as PlainKey), // safe because each range has its text
					}))}
				/>
				<Select
					label={t("activity.endpoint")}
					isLabelHidden
					value={endpointId ?? ""}
					onChange={(value) => setSearch({ endpoint: value || null })}
					options={[
						{ value: "", label: t("activity.everyEndpoint") },
						...(all.data?.endpoints ?? []).map((endpoint) => ({
							value: endpoint.endpointId,
							label: endpoint.url.replace(/^https:\/\//, ""),
						})),
					]}
				/>
			</search>
			{isLoading && <Skeleton rows={6} isTall />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{data && (
				<div class={`stack ${isOld ? "old" : ""}`}>
					<Sums activity={data} />
					<Card title={t("activity.chart")}>
						<BarChart
							label={t("activity.chart")}
							buckets={data.buckets}
							timeOf={timeOf(data.period)}
						/>
					</Card>
					{endpointId === null && <ByEndpoint activity={data} range={range} />}
				</div>
			)}
		</>
	);
}

const timeOf = (period: ActivityOut["period"]) => (at: string) =>
	at === ""
		? ""
		: period === "day"
			? formatDate(Date.parse(at), localeNow())
			: formatMoment(Date.parse(at), localeNow());

function Sums({ activity: { buckets } }: { activity: ActivityOut }) {
	const success = buckets.reduce((sum, bucket) => sum + bucket.success, 0);
	const fail = buckets.reduce((sum, bucket) => sum + bucket.fail, 0);
	const locale = localeNow();
	const figures: [label: string, value: string, isBad?: boolean][] = [
		[t("activity.attempts"), formatNumber(success + fail, locale)],
		[t("activity.succeeded"), formatNumber(success, locale)],
		[t("activity.failed"), formatNumber(fail, locale), fail > 0],
		[
			t("activity.share"),
			success + fail === 0 ? "–" : formatShare(success, success + fail, locale),
		],
	];
	return (
		<dl class="figures">
			{figures.map(([label, value, isBad]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd class={isBad ? "bad-text" : ""}>{value}</dd>
				</div>
			))}
		</dl>
	);
}

function ByEndpoint({
	activity: { endpoints, done },
	range,
}: {
	activity: ActivityOut;
	range: Range;
}) {
	if (endpoints.length === 0) {
		return (
			<EmptyState
				icon="activity"
				title={t("activity.empty.title")}
				text={t("activity.empty.text")}
			/>
		);
	}
	const locale = localeNow();
	const number = (value: number | null) => (value === null ? "–" : formatNumber(value, locale));
	const busiestFirst = endpoints.toSorted(
		(a, b) => (b.success ?? 0) + (b.fail ?? 0) - (a.success ?? 0) - (a.fail ?? 0),
	);
	return (
		<>
			{endpoints.some(({ success }) => success === null) && (
				<Note kind="warning">{t("activity.unknown")}</Note>
			)}
			{!done && <Note>{t("activity.more", { count: endpoints.length })}</Note>}
			<Card title={t("activity.byEndpoint")} isFlush>
				<Table
					caption={t("activity.byEndpoint")}
					rows={busiestFirst}
					keyOf={({ endpointId }) => endpointId}
					columns={[
						{
							label: t("activity.endpoint"),
							kind: "main",
							cell: ({ endpointId, url }) => (
								<span class="two-lines">
									<Link
										class="name"
										title={url}
										to={pathTo(
											"activity",
											{},
											{ range: range === "day" ? null : range, endpoint: endpointId },
										)}
									>
										<bdi>{url.replace(/^https:\/\//, "")}</bdi>
									</Link>
								</span>
							),
						},
						{
							label: t("activity.succeeded"),
							kind: "number",
							cell: ({ success }) => number(success),
						},
						{ label: t("activity.failed"), kind: "number", cell: ({ fail }) => number(fail) },
						{
							label: t("activity.share"),
							kind: "number",
							cell: ({ success, fail }) => {
								const sum = (success ?? 0) + (fail ?? 0);
								return sum === 0 ? "–" : formatShare(success ?? 0, sum, locale);
							},
						},
					]}
				/>
			</Card>
		</>
	);
}
