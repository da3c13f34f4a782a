// Deliveries over time by outcome, and the same numbers as a table.
import { useId, useState } from "preact/hooks";
import { formatCompact, formatMoment, formatNumber } from "../lib/format.ts";
import type { HourCount } from "../models.ts";
import { localeNow, t } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { Table } from "./table.tsx";

const WIDTH = 960;
const HEIGHT = 200;
const LINES = 4;
const GAP_SHARE = 0.22;
const BAR_MAX = 40;

/** `timeOf` writes a bucket's time under its bar and in the table. */
export function BarChart({
	label,
	buckets,
	timeOf = (at) => formatMoment(Date.parse(at), localeNow()),
}: {
	label: string;
	buckets: readonly HourCount[];
	timeOf?: (at: string) => string;
}) {
	const [isTable, setTable] = useState(false);
	const id = useId();
	const isEmpty = buckets.every(({ success, fail }) => success + fail === 0);
	return (
		<figure class="chart">
			<figcaption>
				<span class="legend good">{t("chart.success")}</span>
				<span class="legend bad">{t("chart.fail")}</span>
				<Button
					look="quiet"
					size="small"
					icon="table"
					aria-pressed={isTable}
					aria-controls={id}
					onClick={() => setTable(!isTable)}
				>
					{t("chart.asTable")}
				</Button>
			</figcaption>
			<div id={id}>
				{isTable ? (
					<BucketTable label={label} buckets={buckets} timeOf={timeOf} />
				) : (
					<Bars label={label} buckets={buckets} timeOf={timeOf} />
				)}
				{isEmpty && <p class="chart-none">{t("chart.none")}</p>}
			</div>
		</figure>
	);
}

type Data = { label: string; buckets: readonly HourCount[]; timeOf: (at: string) => string };

function Bars({ label, buckets, timeOf }: Data) {
	const top = niceTop(Math.max(...buckets.map(({ success, fail }) => success + fail), 0));
	const step = WIDTH / Math.max(buckets.length, 1);
	const bar = Math.min(step * (1 - GAP_SHARE), BAR_MAX);
	const heightOf = (count: number) => (count === 0 ? 0 : Math.max(2, (count / top) * HEIGHT));
	const lines = Array.from({ length: LINES + 1 }, (_, line) => line / LINES);
	const ends = [0, Math.floor((buckets.length - 1) / 2), buckets.length - 1];
	return (
		<div class="plot">
			<div class="scale" aria-hidden="true">
				{lines.toReversed().map((share) => (
					<span key={share}>{formatCompact(top * share, localeNow())}</span>
				))}
			</div>
			<svg
				role="img"
				aria-label={label}
				viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
				preserveAspectRatio="none"
			>
				{lines.map((share) => (
					<line key={share} x1={0} x2={WIDTH} y1={HEIGHT * share} y2={HEIGHT * share} />
				))}
				{buckets.map(({ at, success, fail }, index) => {
					const [good, bad] = [heightOf(success), heightOf(fail)];
					const x = index * step + (step - bar) / 2;
					return (
						<g key={at}>
							<title>{t("chart.hour", { time: timeOf(at), success, fail })}</title>
							<rect class="slot" x={index * step} y={0} width={step} height={HEIGHT} />
							<rect class="good" x={x} y={HEIGHT - good} width={bar} height={good} />
							<rect
								class="bad"
								x={x}
								y={Math.max(0, HEIGHT - good - bad)}
								width={bar}
								height={bad}
							/>
						</g>
					);
				})}
			</svg>
			<div class="times" aria-hidden="true">
				{[...new Set(ends)].map((index) => (
					<span key={index}>{timeOf(buckets[index]?.at ?? "")}</span>
				))}
			</div>
		</div>
	);
}

const BucketTable = ({ label, buckets, timeOf }: Data) => (
	<Table
		caption={label}
		rows={buckets.filter(({ success, fail }) => success + fail > 0)}
		keyOf={({ at }) => at}
		columns={[
			{ label: t("chart.time"), cell: ({ at }) => timeOf(at), kind: "main" },
			{
				label: t("chart.success"),
				cell: ({ success }) => formatNumber(success, localeNow()),
				kind: "number",
			},
			{
				label: t("chart.fail"),
				cell: ({ fail }) => formatNumber(fail, localeNow()),
				kind: "number",
			},
		]}
	/>
);

/** The next 1, 2 or 5 with noughts, times four at least, so that the lines are whole numbers. */
export function niceTop(most: number): number {
	const size = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
	const found = [1, 2, 4, 5, 8, 10].map((part) => part * size).find((top) => top >= most) ?? most;
	return Math.max(LINES, found);
}
