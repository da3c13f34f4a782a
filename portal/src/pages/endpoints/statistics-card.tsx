// How deliveries to an endpoint went: of a day by the hour, or of a month by the day.
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { formatDate, formatNumber, formatShare } from "../../lib/format.ts";
import { useList } from "../../lib/query.ts";
import type { ActivityOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Segments } from "../../ui/choice.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";

const HOUR_MS = 3_600_000;
const REFRESH_MS = 15_000;
const RANGES = { hour: 24, day: 30 * 24 } as const;
type Period = keyof typeof RANGES;

/** Rounded, so that the question stays the same for an hour. */
const sinceOf = (period: Period) =>
	new Date((Math.floor(Date.now() / HOUR_MS) - RANGES[period] + 1) * HOUR_MS).toISOString();

export function StatisticsCard({ endpointId }: { endpointId: string }) {
	const [period, setPeriod] = useState<Period>("hour");
	const { data, error } = useList<ActivityOut>(
		inApp("/activity/"),
		{ since: sinceOf(period), period, endpointId },
		{ refreshMs: REFRESH_MS },
	);
	const success = data?.buckets.reduce((sum, bucket) => sum + bucket.success, 0) ?? 0;
	const fail = data?.buckets.reduce((sum, bucket) => sum + bucket.fail, 0) ?? 0;
	const locale = localeNow();
	const figures = [
		[t("stats.share"), success + fail === 0 ? "–" : formatShare(success, success + fail, locale)],
		[t("stats.attempts"), formatNumber(success + fail, locale)],
		[t("stats.succeeded"), formatNumber(success, locale)],
		[t("stats.failed"), formatNumber(fail, locale)],
	] as const;
	return (
		<Card
			title={t("stats.title")}
			actions={
				<Segments
					legend={t("stats.range")}
					value={period}
					onChange={setPeriod}
					options={[
						{ value: "hour", label: t("stats.day") },
						{ value: "day", label: t("stats.month") },
					]}
				/>
			}
		>
			{!data && !error && <Skeleton rows={5} />}
			<ErrorNote error={error} />
			{data && (
				<div class="stack">
					<dl class="figures plain">
						{figures.map(([label, value]) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd>{value}</dd>
							</div>
						))}
					</dl>
					<BarChart
						label={t("stats.chart")}
						buckets={data.buckets}
						{...(period === "day" && {
							timeOf: (at: string) => formatDate(Date.parse(at), locale),
						})}
					/>
				</div>
			)}
		</Card>
	);
}
