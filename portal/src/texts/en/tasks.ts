// Words of bulk work: tasks that go on by themselves.

export const tasks = {
	"tasks.title": "Tasks",
	"tasks.intro": "Work that goes on by itself: recoveries and replays.",
	"tasks.empty.title": "No tasks yet",
	"tasks.empty.text":
		"When you recover or replay many messages at once, the progress is shown here.",
	"tasks.column.task": "Task",
	"tasks.column.status": "Status",
	"tasks.column.progress": "Progress",
	"tasks.column.updated": "Last change",
	"tasks.column.actions": "Actions",
	"tasks.kind.replay": "Replay of missing messages",
	"tasks.kind.recover": "Recovery of failed messages",
	"tasks.kind.bulk": "Replay by filter",
	"tasks.kind.other": "Background work",
	"tasks.counting": "Counting …",
	"tasks.done": "{done} of {total}",
	"tasks.doneFailed": "{done} of {total}, {failed} failed",
	"tasks.sent": { one: "{count} message", other: "{count} messages" },
	"tasks.left": "about {time} left",
	"tasks.cancel": "Cancel",
	"tasks.cancel.title": "Stop this task?",
	"tasks.cancel.text": "What is queued already is still delivered; the rest stays as it was.",
	"tasks.cancelled": "The task is stopped.",
} as const;
