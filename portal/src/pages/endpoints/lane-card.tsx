// What happens at an endpoint right now: what waits, how fast it is sent, and what holds it up.
import type { ComponentChildren } from "preact";
import { inApp } from "../../lib/api.ts";
import { formatNumber } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import type { EndpointOut, LaneOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote, Note, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

const REFRESH_MS = 2_000;

export function useLane(endpointId: string, refreshMs = REFRESH_MS) {
	const path = inApp(`/endpoint/${endpointId}/lane/`);
	return useQuery<LaneOut>(path, { with_counts: false }, { refreshMs });
}

export function LaneCard({ endpoint: { id } }: { endpoint: EndpointOut }) {
	const { data: lane, error } = useLane(id);
	return (
		<Card
			title={t("lane.title")}
			actions={
				lane && (
					<span class="live" title={t("lane.live.hint")}>
						{t("lane.live")}
					</span>
				)
			}
		>
			{!lane && !error && <Skeleton rows={2} />}
			<ErrorNote error={error} />
			{lane && (
				<div class="stack">
					<Figures lane={lane} />
					<Hindrance lane={lane} />
				</div>
			)}
		</Card>
	);
}

const Figures = ({ lane }: { lane: LaneOut }) => {
	const { waiting, oldestWaitingAt, retrying, inFlight, maxInFlight, throttleRate } = lane;
	const figures: [label: string, value: ComponentChildren, more: ComponentChildren][] = [
		[
			t("lane.waiting"),
			number(waiting),
			oldestWaitingAt ? (
				<>
					{t("lane.oldest")} <Time at={oldestWaitingAt} />
				</>
			) : (
				t("lane.nothingWaits")
			),
		],
		[t("lane.inFlight"), number(inFlight), t("lane.atMost", { count: maxInFlight })],
		[t("lane.retrying"), number(retrying), t("lane.retrying.hint")],
		[
			t("lane.rate"),
			throttleRate === null && lane.currentRate === null
				? t("lane.unlimited")
				: t("lane.perSecond", { rate: rateOf(lane.currentRate ?? throttleRate ?? 0) }),
			throttleRate === null ? t("lane.noLimit") : t("lane.limit", { rate: number(throttleRate) }),
		],
	];
	return (
		<dl class="figures plain">
			{figures.map(([label, value, more]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>
						{value}
						<small>{more}</small>
					</dd>
				</div>
			))}
		</dl>
	);
};

const number = (value: number) => formatNumber(value, localeNow());
const rateOf = (rate: number) =>
	rate.toLocaleString(localeNow(), { maximumFractionDigits: rate < 10 ? 1 : 0 });

/** Why it is slower than it could be. */
function Hindrance({ lane }: { lane: LaneOut }) {
	if (lane.isPausedByOperator) return <Note kind="warning">{t("lane.byOperator")}</Note>;
	if (lane.pausedUntil) {
		return (
			<Note kind="warning">
				{t("lane.pausedUntil")} <Time at={lane.pausedUntil} />.
			</Note>
		);
	}
	if (lane.failingSince) {
		return (
			<Note kind="warning">
				{t("lane.failingSince")} <Time at={lane.failingSince} />.
			</Note>
		);
	}
	return null;
}
