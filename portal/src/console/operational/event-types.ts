// What operational webhooks tell of, in the order in which they are offered.

export const OPERATIONAL_EVENT_TYPES = [
	"endpoint.created",
	"endpoint.updated",
	"endpoint.deleted",
	"endpoint.disabled",
	"endpoint.enabled",
	"message.attempt.failing",
	"message.attempt.exhausted",
	"message.attempt.recovered",
	"background_task.finished",
] as const;
