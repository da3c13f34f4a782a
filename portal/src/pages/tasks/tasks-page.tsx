// Bulk work of the application: how far each task is, and stopping it.
import { useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { invalidate, useAction, useList } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import type { BackgroundTaskOut, ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { nameOfTask, TaskProgress, TaskStatus } from "./task-progress.tsx";

const RUNNING_MS = 2_000;
const RESTING_MS = 20_000;

export function TasksPage() {
	const mayCancel = useMay("CreateAttempts");
	const iterator = usePlace().search.get("iterator");
	const [isRunning, setRunning] = useState(false);
	const [asked, setAsked] = useState<BackgroundTaskOut | null>(null);
	const path = inApp("/background-task/");
	const list = useList<ListOf<BackgroundTaskOut>>(
		path,
		{ iterator, limit: 50 },
		{ refreshMs: isRunning ? RUNNING_MS : RESTING_MS },
	);
	const rows = list.data?.data ?? [];
	const runs = rows.some(({ status }) => status === "running");
	if (runs !== isRunning) setRunning(runs);
	return (
		<>
			<PageHead title={t("tasks.title")} intro={t("tasks.intro")} />
			{list.isLoading && <Skeleton rows={4} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{list.data && rows.length === 0 && (
				<EmptyState icon="task" title={t("tasks.empty.title")} text={t("tasks.empty.text")} />
			)}
			{list.data && rows.length > 0 && (
				<>
					<Table
						caption={t("tasks.title")}
						columns={columns(mayCancel ? setAsked : null)}
						rows={rows}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
			{asked && <CancelDialog task={asked} onClose={() => setAsked(null)} />}
		</>
	);
}

function columns(ask: ((task: BackgroundTaskOut) => void) | null): Column<BackgroundTaskOut>[] {
	return [
		{ label: t("tasks.column.task"), kind: "main", cell: (task) => nameOfTask(task) },
		{ label: t("tasks.column.status"), cell: (task) => <TaskStatus task={task} /> },
		{ label: t("tasks.column.progress"), cell: (task) => <TaskProgress task={task} /> },
		{ label: t("tasks.column.updated"), cell: ({ updatedAt }) => <Time at={updatedAt} /> },
		{
			label: t("tasks.column.actions"),
			isLabelHidden: true,
			kind: "action",
			cell: (task) =>
				ask !== null &&
				task.status === "running" && (
					<Button size="small" onClick={() => ask(task)}>
						{t("tasks.cancel")}
					</Button>
				),
		},
	];
}

function CancelDialog({ task, onClose }: { task: BackgroundTaskOut; onClose: () => void }) {
	const cancel = useAction(() =>
		request<BackgroundTaskOut>("POST", inApp(`/background-task/${task.id}/cancel/`)),
	);
	const confirm = async () => {
		if ((await cancel.run()) === undefined) return;
		invalidate(inApp("/background-task/"));
		toast(t("tasks.cancelled"), "good");
		onClose();
	};
	return (
		<ConfirmDialog
			title={t("tasks.cancel.title")}
			confirm={t("tasks.cancel")}
			onConfirm={confirm}
			onClose={onClose}
			isBusy={cancel.isBusy}
			error={cancel.error}
		>
			<p>{nameOfTask(task)}</p>
			<p>{t("tasks.cancel.text")}</p>
		</ConfirmDialog>
	);
}
