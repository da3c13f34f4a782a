// Messages as rows: what happened, how its delivery stands, when.
import { shortId } from "../../lib/format.ts";
import { pathTo } from "../../lib/routes.ts";
import { summarise } from "../../lib/standing-summary.ts";
import type { EndpointMessageOut, MessageOut, MessageStandingOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Link } from "../../ui/link.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { StateBadge, statesText } from "./state-badge.tsx";
import { useStandings } from "./use-standings.ts";

type Row = MessageOut | EndpointMessageOut;

/** What an endpoint's list says of each message, as the state it is nearest to. */
const STATE_OF = {
	success: "delivered",
	pending: "waiting",
	sending: "sending",
	fail: "exhausted",
	canceled: "cancelled",
} as const;

/** `fresh` are the ids of those that have just come. */
export function MessageTable({
	rows,
	isOld = false,
	fresh,
}: {
	rows: readonly Row[];
	isOld?: boolean;
	fresh?: ReadonlySet<string>;
}) {
	const standings = useStandings(rows.filter((row) => !("statusText" in row)).map(({ id }) => id));
	return (
		<div class="messages">
			<Table
				caption={t("messages.title")}
				columns={columns(standings, fresh)}
				rows={rows}
				keyOf={({ id }) => id}
				linkOf={({ id }) => pathTo("message", { messageId: id })}
				isOld={isOld}
			/>
		</div>
	);
}

const columns = (
	standings: ReadonlyMap<string, MessageStandingOut>,
	fresh: ReadonlySet<string> | undefined,
): Column<Row>[] => [
	{
		label: t("messages.column.type"),
		kind: "main",
		cell: ({ id, eventType }) => (
			<Link
				to={pathTo("message", { messageId: id })}
				class={`name event-type ${fresh?.has(id) ? "fresh" : ""}`}
				title={eventType}
			>
				<bdi>{eventType}</bdi>
			</Link>
		),
	},
	{
		label: t("messages.column.standing"),
		kind: "status",
		cell: (row) =>
			"statusText" in row ? (
				<EndpointStanding row={row} />
			) : (
				<Standing standing={standings.get(row.id)} />
			),
	},
	{
		label: t("messages.column.id"),
		cell: ({ id }) => (
			<span class="id-cell">
				<code title={id}>{shortId(id)}</code>
				<CopyButton text={id} label={t("messages.copyId")} />
			</span>
		),
	},
	{
		label: t("messages.column.marks"),
		isWideOnly: true,
		cell: (row) => <Marks message={row} />,
	},
	{
		label: t("messages.column.time"),
		kind: "number",
		cell: ({ timestamp }) => <Time at={timestamp} />,
	},
];

const MARKS_MAX = 2;

/** The first few channels and tags; all of them on hover. */
function Marks({ message: { channels, tags } }: { message: Row }) {
	const all = [...(channels ?? []), ...(tags ?? []).map((tag) => `#${tag.replace(/^#/, "")}`)];
	return (
		<span class="marks" title={all.join(", ")}>
			{all.slice(0, MARKS_MAX).map((mark) => (
				<Badge key={mark}>
					<bdi>{mark}</bdi>
				</Badge>
			))}
			{all.length > MARKS_MAX && <small>+{all.length - MARKS_MAX}</small>}
		</span>
	);
}

/** Empty while it is not known yet, so that nothing jumps when it is. */
function Standing({ standing }: { standing: MessageStandingOut | undefined }) {
	if (standing === undefined) return <span class="standing-pending" />;
	const summary = summarise(standing);
	if (summary === null) {
		return <Badge title={t("summary.none.why")}>{t("summary.none")}</Badge>;
	}
	const { state, count, total } = summary;
	return (
		<span class="standing">
			<StateBadge state={state} title={statesText(standing.states)} />
			{count < total && <small>{t("summary.of", { count, total })}</small>}
		</span>
	);
}

function EndpointStanding({ row: { statusText, nextAttempt } }: { row: EndpointMessageOut }) {
	const isRetry = statusText === "sending" && nextAttempt !== null;
	return (
		<span class="standing">
			<StateBadge state={isRetry ? "failing" : STATE_OF[statusText]} />
			{nextAttempt !== null && (
				<small>
					<Time at={nextAttempt} />
				</small>
			)}
		</span>
	);
}
