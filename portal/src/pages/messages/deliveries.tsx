// How a message stands at each endpoint; asked again as long as something moves.
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { useList } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import { refreshMs, type State } from "../../lib/standing-summary.ts";
import type { ListOf, MessageEndpointOut, MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Card } from "../../ui/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Delivery } from "./delivery.tsx";

/** Awaited by the reader, as after a resend, is asked for this often. */
const AWAITED_MS = 1_000;
/** So few are opened without being asked. */
const OPEN_MAX = 3;
const NOTABLE = new Set<State>(["failing", "exhausted"]);

export function Deliveries({ message }: { message: MessageOut }) {
	const iterator = usePlace().search.get("endpoints");
	// Attempts that a resend will have led to, by endpoint.
	const [awaited, setAwaited] = useState<Record<string, number>>({});
	const path = inApp(`/msg/${message.id}/endpoint/`);
	const [every, setEvery] = useState<number | null>(null);
	const list = useList<ListOf<MessageEndpointOut>>(path, { iterator }, { refreshMs: every });
	const all = list.data?.data ?? [];
	const isAwaited = all.some(({ id, standing }) => standing.attempts < (awaited[id] ?? 0));
	const wanted = isAwaited ? AWAITED_MS : refreshMs(all.map(({ standing }) => standing.state));
	if (wanted !== every) setEvery(wanted);
	const [got, others] = [all.filter(isConcerned), all.filter((one) => !isConcerned(one))];
	const draw = (one: MessageEndpointOut) => (
		<Delivery
			key={one.id}
			message={message}
			to={one}
			isOpenFirst={got.length <= OPEN_MAX || NOTABLE.has(one.standing.state)}
			onResent={() => {
				setAwaited({ ...awaited, [one.id]: one.standing.attempts + 1 });
				list.reload();
			}}
		/>
	);
	return (
		<Card title={t("message.deliveries")} isFlush>
			{list.isLoading && <Skeleton rows={2} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{list.data && all.length === 0 && (
				<p class="quiet-text delivery">{t("message.noEndpoints")}</p>
			)}
			{got.map(draw)}
			{others.length > 0 && (
				<details class="others" open={got.length === 0}>
					<summary>{t("message.others", { count: others.length })}</summary>
					{others.map(draw)}
				</details>
			)}
			{list.data && <Pager list={list.data} isFirst={iterator === null} name="endpoints" />}
		</Card>
	);
}

/** Whether the endpoint was to get it. */
const isConcerned = ({ standing }: MessageEndpointOut) =>
	standing.state !== "filtered_out" || standing.attempts > 0;
