// The latest attempts to deliver to an endpoint.
import { inApp } from "../../lib/api.ts";
import { shortId } from "../../lib/format.ts";
import { useList } from "../../lib/query.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import { outcomeWords } from "../../lib/standing-words.ts";
import type { ListOf, MessageAttemptOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Segments } from "../../ui/choice.tsx";
import { Card } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { sentence } from "./sentence.ts";

const LIMIT = 12;
const REFRESH_MS = 3_000;
const STATUSES = { success: 0, fail: 2 } as const;
type Status = keyof typeof STATUSES | "all";
const isStatus = (text: string | null): text is Status => text === "success" || text === "fail";

export function AttemptsCard({ endpointId }: { endpointId: string }) {
	const { search } = usePlace();
	const given = search.get("status");
	const status: Status = isStatus(given) ? given : "all";
	const iterator = search.get("iterator");
	const list = useList<ListOf<MessageAttemptOut>>(
		inApp(`/attempt/endpoint/${endpointId}/`),
		{
			...{ limit: LIMIT, with_msg: true, with_content: false, iterator },
			status: status === "all" ? null : STATUSES[status],
		},
		{ refreshMs: REFRESH_MS },
	);
	const { data } = list;
	return (
		<div>
			<Card
				title={t("attempts.title")}
				isFlush
				actions={
					<Segments
						legend={t("attempts.status")}
						value={status}
						onChange={(value) =>
							setSearch({ status: value === "all" ? null : value, iterator: null })
						}
						options={[
							{ value: "all", label: t("attempts.all") },
							{ value: "success", label: t("status.success") },
							{ value: "fail", label: t("status.fail") },
						]}
					/>
				}
			>
				{list.isLoading && <Skeleton rows={5} />}
				{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
				{data?.data.length === 0 && data.done && (
					<p class="nothing">{t(status === "all" ? "attempts.none" : "attempts.noneOf")}</p>
				)}
				{data && data.data.length > 0 && (
					<Table
						caption={t("attempts.title")}
						columns={columns()}
						rows={data.data}
						keyOf={({ id }) => id}
						linkOf={({ msgId }) => pathTo("message", { messageId: msgId })}
						isOld={list.isOld}
					/>
				)}
			</Card>
			{data && <Pager list={data} isFirst={iterator === null} />}
		</div>
	);
}

const columns = (): Column<MessageAttemptOut>[] => [
	{
		label: t("attempts.column.message"),
		kind: "main",
		cell: ({ msgId, msg }) => (
			<span class="two-lines">
				<Link to={pathTo("message", { messageId: msgId })} class="name" title={msgId}>
					<bdi>{msg?.eventType ?? shortId(msgId)}</bdi>
				</Link>
				{msg != null && <small>{shortId(msgId)}</small>}
			</span>
		),
	},
	{
		label: t("attempts.column.status"),
		isLabelHidden: true,
		cell: ({ statusText }) => (
			<StatusBadge status={statusText === "success" ? "success" : "fail"} />
		),
	},
	{
		label: t("attempts.column.outcome"),
		isLabelHidden: true,
		cell: (attempt) => (
			<span class="two-lines">
				<span>{sentence(outcomeWords(attempt))}</span>
				{attempt.nextAttempt !== null && Date.parse(attempt.nextAttempt) > Date.now() && (
					<small>
						{t("attempts.next")} <Time at={attempt.nextAttempt} />
					</small>
				)}
			</span>
		),
	},
	{
		label: t("attempts.column.number"),
		kind: "number",
		isWideOnly: true,
		cell: ({ attemptNumber }) => attemptNumber,
	},
	{ label: t("attempts.column.time"), cell: ({ timestamp }) => <Time at={timestamp} /> },
];
