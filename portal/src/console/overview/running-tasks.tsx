// Background tasks that go on now. Nothing is drawn when there are none.
import { useQuery } from "../../lib/query.ts";
import type { BackgroundTaskOut, ListOf } from "../../models.ts";
import { TaskProgress } from "../../pages/tasks/task-progress.tsx";
import { t } from "../../texts/index.ts";
import { Card } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { consolePath } from "../routes.ts";
import { nameOfTask } from "../tasks/task-names.ts";

const SHOWN_MAX = 5;
const REFRESH_MS = 10_000;

export function RunningTasks() {
	const query = { status: "running", limit: SHOWN_MAX };
	const tasks = useQuery<ListOf<BackgroundTaskOut>>("/background-task/", query, {
		refreshMs: REFRESH_MS,
	});
	const rows = tasks.data?.data ?? [];
	if (rows.length === 0) return null;
	return (
		<Card
			title={t("console.tasks.running")}
			actions={<Link to={consolePath("tasks", {})}>{t("console.tasks.all")}</Link>}
		>
			<ul class="stack">
				{rows.map((task) => (
					<li key={task.id}>
						{nameOfTask(task)}
						<TaskProgress task={task} />
					</li>
				))}
			</ul>
		</Card>
	);
}
