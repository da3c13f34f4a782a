// Bulk work on an endpoint while it goes on: how far it is, and stopping it.
import { useRef, useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { invalidate, useAction, useQuery } from "../../lib/query.ts";
import type { BackgroundTaskOut, ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { nameOfTask, TaskProgress, TaskStatus } from "../tasks/task-progress.tsx";

const RUNNING_MS = 1_000;
const RESTING_MS = 10_000;
const LIMIT = 20;

/** Those that run, and those that ended while one looked. */
export function RunningTasks({ endpointId }: { endpointId: string }) {
	const openedAt = useRef(Date.now());
	const [isRunning, setRunning] = useState(false);
	const { data } = useQuery<ListOf<BackgroundTaskOut>>(
		inApp("/background-task/"),
		{ limit: LIMIT },
		{ refreshMs: isRunning ? RUNNING_MS : RESTING_MS },
	);
	const own = (data?.data ?? []).filter((task) => task.endpointId === endpointId);
	const runs = own.some(({ status }) => status === "running");
	if (runs !== isRunning) setRunning(runs);
	const shown = own.filter(
		({ status, updatedAt }) => status === "running" || Date.parse(updatedAt) > openedAt.current,
	);
	if (shown.length === 0) return null;
	return (
		<Card title={t("tasks.title")}>
			<ul class="task-list">
				{shown.map((task) => (
					<TaskRow key={task.id} task={task} />
				))}
			</ul>
		</Card>
	);
}

function TaskRow({ task }: { task: BackgroundTaskOut }) {
	const mayCancel = useMay("CreateAttempts");
	const cancel = useAction(async () => {
		await request("POST", inApp(`/background-task/${task.id}/cancel/`));
		invalidate(inApp("/background-task/"));
	});
	return (
		<li>
			<span>{nameOfTask(task)}</span>
			<TaskStatus task={task} />
			<TaskProgress task={task} />
			{mayCancel && task.status === "running" && (
				<Button size="small" isBusy={cancel.isBusy} onClick={() => cancel.run()}>
					{t("tasks.cancel")}
				</Button>
			)}
			<ErrorNote error={cancel.error} />
		</li>
	);
}
