// What only the operator of the installation may: stop all delivery, decide about domains, see what the queue gave up.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction, useList, useQuery } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DeadLetterOut, DeliveryOut } from "../models.ts";
import { inApplication } from "../routes.ts";
import { DomainsCard } from "./domains-card.tsx";

const PATH = "/operator/delivery/";
/** Typed before everything stops. */
const WORD = "pause";

export const OperatorPage = () => (
	<>
		<PageHead title={t("console.nav.operator")} intro={t("console.operator.intro")} />
		<div class="stack">
			<DeliveryCard />
			<DomainsCard />
			<DeadLetters />
		</div>
	</>
);

function DeliveryCard() {
	const delivery = useQuery<DeliveryOut>(PATH, {}, { refreshMs: 10_000 });
	const [isAsked, setAsked] = useState(false);
	const state = delivery.data;
	return (
		<Card
			title={t("console.operator.delivery")}
			actions={
				state && (
					<Button
						icon={state.paused ? "play" : "pause"}
						look={state.paused ? "primary" : "normal"}
						onClick={() => setAsked(true)}
					>
						{t(state.paused ? "console.operator.resume" : "console.operator.pause")}
					</Button>
				)
			}
		>
			{delivery.isLoading && <Skeleton rows={2} />}
			{delivery.error && <ErrorState error={delivery.error} onRetry={delivery.reload} />}
			{state && (
				<div class="row">
					<StatusBadge status={state.paused ? "paused" : "enabled"} />
					<span>{t(state.paused ? "console.operator.paused" : "console.operator.runs")}</span>
					{state.since && (
						<span class="quiet-text">
							{t("console.operator.since")} <Time at={state.since} />
						</span>
					)}
					{state.paused && state.notice !== "" && <p class="notice">{state.notice}</p>}
				</div>
			)}
			{isAsked && state && <SwitchDialog isPaused={state.paused} onClose={() => setAsked(false)} />}
		</Card>
	);
}

function SwitchDialog({ isPaused, onClose }: { isPaused: boolean; onClose: () => void }) {
	const [notice, setNotice] = useState("");
	const change = useAction(async () => {
		const body = { paused: !isPaused, notice: isPaused ? "" : notice.trim() };
		await request<DeliveryOut>("PUT", PATH, { body });
		invalidate("/operator/");
		toast(t(isPaused ? "console.operator.isResumed" : "console.operator.isPaused"), "good");
		onClose();
	});
	return (
		<ConfirmDialog
			title={t(isPaused ? "console.operator.resumeTitle" : "console.operator.pauseTitle")}
			confirm={t(isPaused ? "console.operator.resume" : "console.operator.pause")}
			onConfirm={() => void change.run()}
			onClose={onClose}
			{...(!isPaused && { word: WORD })}
			isDanger={!isPaused}
			isBusy={change.isBusy}
			error={change.error}
		>
			<p>{t(isPaused ? "console.operator.resumeText" : "console.operator.pauseText")}</p>
			{!isPaused && (
				<TextField
					label={t("console.operator.notice")}
					hint={t("console.operator.noticeHint")}
					value={notice}
					onChange={setNotice}
					isOptional
					maxLength={1000}
				/>
			)}
		</ConfirmDialog>
	);
}

function DeadLetters() {
	const iterator = usePlace().search.get("iterator");
	const list = useList<ListOf<DeadLetterOut>>("/operator/dead-letter/", { iterator });
	const rows = list.data?.data ?? [];
	return (
		<Card title={t("console.operator.dead")} isFlush={rows.length > 0}>
			{list.isLoading && <Skeleton rows={3} />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{list.data && rows.length === 0 && <p class="quiet-text">{t("console.operator.noDead")}</p>}
			{list.data && rows.length > 0 && (
				<>
					<p class="card-note">{t("console.operator.deadText")}</p>
					<Table
						caption={t("console.operator.dead")}
						columns={columns()}
						rows={rows}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
		</Card>
	);
}

const columns = (): Column<DeadLetterOut>[] => [
	{
		label: t("console.operator.message"),
		kind: "main",
		cell: ({ appId, msgId }) => (
			<Link to={inApplication(appId, pathTo("message", { messageId: msgId }))} class="name">
				{msgId}
			</Link>
		),
	},
	{
		label: t("console.operator.for"),
		cell: ({ endpointIds }) => t("console.operator.endpoints", { count: endpointIds.length }),
	},
	{ label: t("console.apps.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
];
