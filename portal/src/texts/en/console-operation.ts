// Words of operational webhooks, usage and the installation.

export const operation = {
	"console.ops.intro":
		"Addresses of your own that are told when endpoints change or deliveries keep failing.",
	"console.ops.add": "Add endpoint",
	"console.ops.edit": "Edit endpoint",
	"console.ops.make": "Add endpoint",
	"console.ops.empty.title": "No operational webhooks yet",
	"console.ops.empty.text":
		"Add an address of yours, and it is told what happens to your customers’ endpoints.",
	"console.ops.endpoint": "Endpoint",
	"console.ops.status": "Status",
	"console.ops.events": "Events",
	"console.ops.all": "All events",
	"console.ops.some": { one: "{count} event", other: "{count} events" },
	"console.ops.url": "URL",
	"console.ops.description": "Description",
	"console.ops.enabled": "Active",
	"console.ops.created": "The endpoint is added.",
	"console.ops.saved": "The changes are saved.",
	"console.ops.secret": "Signing secret",
	"console.ops.secretText": "Verify with it that a webhook comes from here.",
	"console.ops.show": "Show",
	"console.ops.copy": "Copy secret",
	"console.ops.rotate": "Replace secret",
	"console.ops.rotateText":
		"A new secret takes effect at once. Webhooks are signed with the old one, too, for 24 hours.",
	"console.ops.rotated": "The secret is replaced.",
	"console.ops.delete": "Delete",
	"console.ops.deleteTitle": "Delete this endpoint?",
	"console.ops.deleteText": "It is told nothing more. This cannot be undone.",
	"console.ops.deleted": "The endpoint is deleted.",
	"console.usage.intro":
		"How many deliveries the messages of each application had: one for each endpoint that a message was for.",
	"console.usage.month": "Month (UTC)",
	"console.usage.count": "Count",
	"console.usage.counting":
		"Counting in the background. You may leave this page; the task goes on.",
	"console.usage.failed": "The count failed. Start it again.",
	"console.usage.none.title": "Nothing counted yet",
	"console.usage.none.text":
		"Choose a month. Messages that are older than your retention are no longer there to be counted.",
	"console.usage.total": {
		one: "{count} delivery from {since} to {until}",
		other: "{count} deliveries from {since} to {until}",
	},
	"console.usage.truncated":
		"There are more applications than one count holds; the rest is left out.",
	"console.usage.top": {
		one: "The {count} application with the most deliveries.",
		other: "The {count} applications with the most deliveries.",
	},
	"console.usage.application": "Application",
	"console.usage.deliveries": "Deliveries",
	"console.operator.intro":
		"For whoever runs this installation. It concerns every organisation on it.",
	"console.operator.delivery": "Delivery",
	"console.operator.runs": "Messages are being delivered.",
	"console.operator.paused": "Nothing is delivered. Messages are accepted and wait.",
	"console.operator.since": "since",
	"console.operator.pause": "Pause all delivery",
	"console.operator.resume": "Resume delivery",
	"console.operator.pauseTitle": "Pause all delivery?",
	"console.operator.pauseText":
		"Within ten seconds nothing more is delivered, for any organisation. Messages are still accepted and wait.",
	"console.operator.resumeTitle": "Resume delivery?",
	"console.operator.resumeText":
		"What waited is delivered now, at the speed that each endpoint takes.",
	"console.operator.notice": "Notice",
	"console.operator.noticeHint": "Why it is paused, for those who look here later.",
	"console.operator.isPaused": "Delivery is paused.",
	"console.operator.isResumed": "Delivery goes on.",
	"console.operator.domains": "Domains",
	"console.operator.domainsText":
		"Those of every organisation. Activate one once its name leads here and belongs to whom it is for. Where the platform is set up, the platform decides.",
	"console.operator.noDomains": "None. No organisation has asked for one.",
	"console.operator.status": "Status",
	"console.operator.organisation": "Organisation",
	"console.operator.actions": "Actions",
	"console.operator.actionsOf": "Actions for {name}",
	"console.operator.activate": "Activate",
	"console.operator.activate.title": "Activate {name}?",
	"console.operator.activate.text":
		"It shows the organisation {organisation} there: {shown}. Make sure that the name is theirs: another one that asked for it cannot have it meanwhile.",
	"console.operator.activate.done": "{name} is active",
	"console.operator.takeBack": "Take back",
	"console.operator.takeBack.title": "Take back {name}?",
	"console.operator.takeBack.text":
		"From the next request on nothing is shown there. It stays listed, and can be activated again.",
	"console.operator.takeBack.done": "{name} is taken back",
	"console.operator.delete": "Delete domain",
	"console.operator.delete.title": "Delete {name}?",
	"console.operator.delete.text":
		"From the next request on nothing is shown there, and its organisation has it no more.",
	"console.operator.delete.done": "{name} was deleted",
	"console.operator.dead": "Dead letters",
	"console.operator.deadText":
		"Parts of large hand-overs that the queue gave up. Their messages are handed over by another way; many of them show that something is wrong.",
	"console.operator.noDead": "None. Every hand-over arrived.",
	"console.operator.message": "Message",
	"console.operator.for": "For",
	"console.operator.endpoints": { one: "{count} endpoint", other: "{count} endpoints" },
} as const;
