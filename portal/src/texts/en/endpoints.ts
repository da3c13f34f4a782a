// Words of the endpoints' pages.

export const endpoints = {
	"endpoints.title": "Endpoints",
	"endpoints.intro": "Where your events are delivered.",
	"endpoints.add": "Add endpoint",
	"endpoints.search": "Search by URL or description",
	"endpoints.status": "Status",
	"endpoints.anyStatus": "Any status",
	"endpoints.column.endpoint": "Endpoint",
	"endpoints.column.status": "Status",
	"endpoints.column.success": "Delivered, 24 h",
	"endpoints.column.waiting": "Waiting",
	"endpoints.column.last": "Last attempt",
	"endpoints.noTraffic": "No deliveries yet",
	"endpoints.silent": "Not known at the moment",
	"endpoints.quiet": "Quiet",
	"endpoints.day": { one: "{count} attempt in 24 hours", other: "{count} attempts in 24 hours" },
	"endpoints.empty.title": "No endpoints yet",
	"endpoints.empty.text":
		"Add the URL of a server of yours, and events will be sent to it as they happen.",
	"endpoints.empty.readOnly": "When one is added, it is shown here with how its deliveries go.",
	"endpoints.disabled.failing": "It only failed for days",
	"endpoints.disabled.gone": "It answered 410 Gone",
	"endpoints.disabled.asked": "It asked to be switched off",
} as const;
