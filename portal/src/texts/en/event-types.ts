// Words of the event catalog.

export const eventTypes = {
	"eventTypes.title": "Event types",
	"eventTypes.intro": "Everything that can be sent to your endpoints, and what it looks like.",
	"eventTypes.search": "Search by name or description",
	"eventTypes.empty.title": "No event types yet",
	"eventTypes.empty.text":
		"When events are described, they are listed here with their fields and an example.",
	"eventTypes.count": { one: "{count} event type", other: "{count} event types" },
	"eventTypes.others": "Other",
	"eventTypes.deprecated": "Deprecated",
	"eventTypes.archived": "No longer sent",
	"eventTypes.schema": "Fields",
	"eventTypes.example": "Example",
	"eventTypes.version": "Version {version}",
	"eventTypes.versions": "Version",
	"eventTypes.noExample": "There is no example of this event.",
	"eventTypes.noDescription": "No description.",
	"eventTypes.asSchema": "JSON Schema",
	"eventTypes.view": "Show as",
} as const;
