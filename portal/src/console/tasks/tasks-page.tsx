// Background tasks of the whole organisation, those that run and those that ended.
import { useList } from "../../lib/query.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import type { BackgroundTaskOut, ListOf } from "../../models.ts";
import { TaskProgress, TaskStatus } from "../../pages/tasks/task-progress.tsx";
import { t } from "../../texts/index.ts";
import { Select } from "../../ui/field.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorState, NoResults, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { nameOfTask } from "./task-names.ts";

const REFRESH_MS = 5_000;

export function TasksPage() {
	const { search } = usePlace();
	const status = search.get("status") ?? "";
	const iterator = search.get("iterator");
	const list = useList<ListOf<BackgroundTaskOut>>(
		"/background-task/",
		{ status, iterator },
		{ refreshMs: REFRESH_MS },
	);
	const isEmpty = list.data?.data.length === 0 && list.data.done && !list.isOld;
	return (
		<>
			<PageHead title={t("console.nav.tasks")} intro={t("console.tasks.intro")} />
			<search class="filters">
				<Select
					label={t("console.tasks.status")}
					isLabelHidden
					value={status}
					onChange={(value) => setSearch({ status: value || null, iterator: null })}
					options={[
						{ value: "", label: t("console.tasks.any") },
						{ value: "running", label: t("status.running") },
						{ value: "finished", label: t("status.finished") },
						{ value: "failed", label: t("status.fail") },
					]}
				/>
			</search>
			{list.isLoading && <Skeleton rows={5} />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{isEmpty && status !== "" && (
				<NoResults onClear={() => setSearch({ status: null, iterator: null })} />
			)}
			{isEmpty && status === "" && (
				<EmptyState icon="task" title={t("tasks.empty.title")} text={t("console.tasks.empty")} />
			)}
			{list.data && !isEmpty && (
				<>
					<Table
						caption={t("console.nav.tasks")}
						columns={columns()}
						rows={list.data.data}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
		</>
	);
}

const columns = (): Column<BackgroundTaskOut>[] => [
	{
		label: t("tasks.column.task"),
		kind: "main",
		cell: (task) => (
			<span class="two-lines">
				{nameOfTask(task)}
				<small>{task.id}</small>
			</span>
		),
	},
	{
		label: t("tasks.column.status"),
		kind: "status",
		cell: (task) => <TaskStatus task={task} />,
	},
	{ label: t("tasks.column.progress"), cell: (task) => <TaskProgress task={task} /> },
	{ label: t("tasks.column.updated"), cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];
