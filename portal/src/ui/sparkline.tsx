// One bar an hour: how the deliveries of a day went, at a glance.
import { formatMoment } from "../lib/format.ts";
import type { HourCount } from "../models.ts";
import { localeNow, t } from "../texts/index.ts";

const STEP = 4;
const BAR = 3;
const HEIGHT = 24;
const LEAST = 2;

/** `label` says it all in words. Failures stand on top, in their own colour. */
export function Sparkline({ hours, label }: { hours: readonly HourCount[]; label: string }) {
	const most = Math.max(1, ...hours.map(({ success, fail }) => success + fail));
	const heightOf = (count: number) =>
		count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * HEIGHT));
	const width = hours.length * STEP - (STEP - BAR);
	return (
		<svg
			class="sparkline"
			role="img"
			aria-label={label}
			viewBox={`0 0 ${width} ${HEIGHT}`}
			width={width}
			height={HEIGHT}
		>
			<title>{label}</title>
			{hours.map(({ at, success, fail }, index) => {
				const bad = Math.min(heightOf(fail), success > 0 ? HEIGHT - LEAST : HEIGHT);
				const good = Math.min(heightOf(success), HEIGHT - bad);
				const x = index * STEP;
				const time = formatMoment(Date.parse(at), localeNow());
				return (
					<g key={at}>
						<title>{t("chart.hour", { time, success, fail })}</title>
						<rect class="slot" x={x} y={0} width={STEP} height={HEIGHT} />
						{success + fail === 0 && (
							<rect class="none" x={x} y={HEIGHT - 1} width={BAR} height={1} />
						)}
						<rect class="good" x={x} y={HEIGHT - good} width={BAR} height={good} />
						<rect class="bad" x={x} y={HEIGHT - good - bad} width={BAR} height={bad} />
					</g>
				);
			})}
		</svg>
	);
}
