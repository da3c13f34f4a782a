// The parts of an endpoint's row: its name, how it stands, and how its day went.
import { formatNumber, formatShare } from "../../lib/format.ts";
import { pathTo } from "../../lib/routes.ts";
import type { EndpointOverviewOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { type Status, StatusBadge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";

/** Below this share of successes in the last 24 hours an endpoint counts as failing. */
const HEALTHY_SHARE_MIN = 0.5;

type Cell = { endpoint: EndpointOverviewOut };

export const EndpointName = ({ endpoint: { id, url, description } }: Cell) => (
	<span class="two-lines">
		<Link to={pathTo("endpoint", { endpointId: id })} class="name" title={url}>
			<bdi>{url.replace(/^https:\/\//, "")}</bdi>
		</Link>
		{description && <small>{description}</small>}
	</span>
);

export function EndpointState({ endpoint }: Cell) {
	const { disabledReason: reason } = endpoint;
	const title = reason === null ? undefined : t(`endpoints.disabled.${reason}`);
	return <StatusBadge status={stateOf(endpoint)} title={title} />;
}

/** What it is set to; an active one that mostly fails is called so. */
export function stateOf({ state, last24h }: EndpointOverviewOut): Status {
	const { success, fail } = last24h ?? { success: 0, fail: 0 };
	const isFailing = fail > 0 && success / (success + fail) < HEALTHY_SHARE_MIN;
	return state === "enabled" && isFailing ? "failing" : state;
}

export function DaySummary({ endpoint: { last24h } }: Cell) {
	if (last24h === null) return <span class="quiet-text">{t("endpoints.silent")}</span>;
	const { success, fail, hours } = last24h;
	const all = success + fail;
	if (all === 0) return <span class="quiet-text">{t("endpoints.quiet")}</span>;
	const share = formatShare(success, all, localeNow());
	const count = t("endpoints.day", { count: all });
	const failed = `${formatNumber(fail, localeNow())} ${t("chart.fail")}`;
	return (
		<span class="day">
			<Sparkline hours={hours} label={`${share}, ${count}, ${failed}`} />
			<span
				class={fail > 0 && success / all < HEALTHY_SHARE_MIN ? "bad-text" : ""}
				title={`${count}, ${failed}`}
			>
				{share}
			</span>
		</span>
	);
}
