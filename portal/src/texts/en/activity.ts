// Words of the activity page.

export const activity = {
	"activity.title": "Activity",
	"activity.intro": "Deliveries over time, by outcome.",
	"activity.range": "Time",
	"activity.range.day": "24 hours",
	"activity.range.week": "7 days",
	"activity.range.month": "30 days",
	"activity.range.quarter": "90 days",
	"activity.endpoint": "Endpoint",
	"activity.everyEndpoint": "All endpoints",
	"activity.attempts": "Attempts",
	"activity.succeeded": "Succeeded",
	"activity.failed": "Failed",
	"activity.share": "Success rate",
	"activity.chart": "Attempts over time",
	"activity.byEndpoint": "By endpoint",
	"activity.none": "None yet",
	"activity.unknown": "Some endpoints did not answer in time: their numbers are missing.",
	"activity.more": "Only the first {count} endpoints are counted here.",
	"activity.empty.title": "No activity yet",
	"activity.empty.text":
		"When messages are delivered to your endpoints, this page shows how that goes.",
} as const;
