// What background tasks are called: those of endpoints as in the portal, and those of the organisation.
import type { BackgroundTaskOut } from "../../models.ts";
import { nameOfTask as nameInPortal } from "../../pages/tasks/task-progress.tsx";
import { type PlainKey, t } from "../../texts/index.ts";

const NAMES: Partial<Record<BackgroundTaskOut["task"], PlainKey>> = {
	"application.stats": "console.tasks.stats",
	"application.purge_content": "console.tasks.purge",
	"event-type.aggregate": "console.tasks.aggregate",
};

export function nameOfTask(task: BackgroundTaskOut): string {
	const key = NAMES[task.task];
	return key === undefined ? nameInPortal(task) : t(key);
}
