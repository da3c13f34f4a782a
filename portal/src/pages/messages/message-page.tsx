// One message: how it got to each endpoint, what it said, and what else is known of it.
import { inApp } from "../../lib/api.ts";
import { shortId } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import { type Params, pathTo } from "../../lib/routes.ts";
import type { MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Card, KeyValueList, PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Payload } from "./payload.tsx";

export function MessagePage({ params: { messageId } }: { params: Params<"message"> }) {
	const path = inApp(`/msg/${messageId}/`);
	const { data, error, isLoading, reload } = useQuery<MessageOut>(path, { with_content: false });
	const title = data?.eventType ?? messageId;
	return (
		<>
			<PageHead
				title={title}
				heading={<bdi>{title}</bdi>}
				crumbs={[
					{ label: t("messages.title"), to: pathTo("messages", {}) },
					{ label: <span title={messageId}>{shortId(data?.id ?? messageId)}</span> },
				]}
			/>
			{isLoading && <Skeleton rows={8} isTall />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{data && (
				<div class="with-aside">
					<div class="stack">
						<Deliveries message={data} />
						<Payload messageId={data.id} />
					</div>
					<Details message={data} />
				</div>
			)}
		</>
	);
}

const Details = ({ message }: { message: MessageOut }) => (
	<Card title={t("message.details")}>
		<KeyValueList
			entries={[
				[t("message.id"), <Id key="id" id={message.id} />],
				message.eventId !== null && [
					t("message.eventId"),
					<Id key="eventId" id={message.eventId} />,
				],
				[t("messages.column.type"), <TypeLink key="type" name={message.eventType} />],
				[t("message.time"), <Time key="time" at={message.timestamp} isExact />],
				message.channels !== null && [
					t("message.channels"),
					<Marks key="channels" name="channel" values={message.channels} />,
				],
				message.tags !== null && [
					t("message.tags"),
					<Marks key="tags" name="tag" values={message.tags} />,
				],
				message.schemaCheck !== undefined && [
					t("message.schema"),
					<SchemaMark key="schema" check={message.schemaCheck} />,
				],
			]}
		/>
	</Card>
);

const Id = ({ id }: { id: string }) => (
	<span class="id-cell">
		<code>{id}</code>
		<CopyButton text={id} label={t("messages.copyId")} />
	</span>
);

const TypeLink = ({ name }: { name: string }) => (
	<Link to={pathTo("eventType", { name })}>
		<bdi>{name}</bdi>
	</Link>
);

/** Each leads to the other messages that have it. */
const Marks = ({ name, values }: { name: "channel" | "tag"; values: readonly string[] }) => (
	<span class="marks">
		{values.map((value) => (
			<Link key={value} to={pathTo("messages", {}, { [name]: value })}>
				<bdi>{value}</bdi>
			</Link>
		))}
	</span>
);

const SchemaMark = ({ check }: { check: NonNullable<MessageOut["schemaCheck"]> }) =>
	check.valid ? (
		<Badge tone="good" icon="check">
			{t("message.schema.fits")}
		</Badge>
	) : (
		<Note kind="warning">
			{t("message.schema.misfits")}
			{check.errors.map((error) => `\n${error}`)}
		</Note>
	);
