// How far a background task is, in words and as a bar.
import { formatDuration } from "../../lib/format.ts";
import type { BackgroundTaskOut } from "../../models.ts";
import { localeNow, type PlainKey, t } from "../../texts/index.ts";
import { type Status, StatusBadge } from "../../ui/badge.tsx";
import { Progress } from "../../ui/layout.tsx";

type Task = { task: BackgroundTaskOut };

const KINDS: Partial<Record<BackgroundTaskOut["task"], PlainKey>> = {
	"endpoint.replay": "tasks.kind.replay",
	"endpoint.recover": "tasks.kind.recover",
	"endpoint.bulk-replay": "tasks.kind.bulk",
};

export const nameOfTask = ({ task }: BackgroundTaskOut): string =>
	t(KINDS[task] ?? "tasks.kind.other");

/** What a task's `data` says, as far as it says it. */
export function figuresOf({ data }: BackgroundTaskOut) {
	const number = (name: string) => (typeof data[name] === "number" ? data[name] : null);
	return {
		state: typeof data.state === "string" ? data.state : null,
		total: number("total"),
		done: number("done") ?? 0,
		failed: number("failed") ?? 0,
		secondsLeft: number("secondsLeft"),
	};
}

export function TaskStatus({ task }: Task) {
	const { state } = figuresOf(task);
	const statuses: Record<string, Status> = { cancelled: "cancelled", failed: "fail" };
	return (
		<StatusBadge
			status={
				statuses[state ?? ""] ??
				statuses[task.status] ??
				(task.status === "running" ? "running" : "finished")
			}
		/>
	);
}

export function TaskProgress({ task }: Task) {
	const { state, total, done, failed, secondsLeft } = figuresOf(task);
	if (total === null && task.status !== "running") return <span class="quiet-text">–</span>;
	if (total === null || state === "counting") {
		return (
			<Progress label={nameOfTask(task)} done={0} total={null}>
				{t("tasks.counting")}
			</Progress>
		);
	}
	const words =
		failed > 0 ? t("tasks.doneFailed", { done, total, failed }) : t("tasks.done", { done, total });
	if (task.status !== "running") return <span>{words}</span>;
	const left = secondsLeft === null ? null : formatDuration(secondsLeft * 1000, localeNow());
	return (
		<Progress label={nameOfTask(task)} done={done} total={total}>
			{words}
			{left !== null && ` · ${t("tasks.left", { time: left })}`}
		</Progress>
	);
}
