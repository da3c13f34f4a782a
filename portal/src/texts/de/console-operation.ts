// Wörter der Betriebs-Webhooks, der Nutzung und der Installation.

export const operation = {
	"console.ops.intro":
		"Ihre eigenen Adressen, die erfahren, wenn sich Endpunkte ändern oder Zustellungen anhaltend scheitern.",
	"console.ops.add": "Endpunkt hinzufügen",
	"console.ops.edit": "Endpunkt bearbeiten",
	"console.ops.make": "Endpunkt hinzufügen",
	"console.ops.empty.title": "Noch keine Betriebs-Webhooks",
	"console.ops.empty.text":
		"Fügen Sie eine Adresse hinzu, und sie erfährt, was mit den Endpunkten Ihrer Kunden geschieht.",
	"console.ops.endpoint": "Endpunkt",
	"console.ops.status": "Status",
	"console.ops.events": "Ereignisse",
	"console.ops.all": "Alle Ereignisse",
	"console.ops.some": { one: "{count} Ereignis", other: "{count} Ereignisse" },
	"console.ops.url": "URL",
	"console.ops.description": "Beschreibung",
	"console.ops.enabled": "Aktiv",
	"console.ops.created": "Der Endpunkt ist hinzugefügt.",
	"console.ops.saved": "Die Änderungen sind gespeichert.",
	"console.ops.secret": "Signaturgeheimnis",
	"console.ops.secretText": "Prüfen Sie damit, dass ein Webhook von hier kommt.",
	"console.ops.show": "Zeigen",
	"console.ops.copy": "Geheimnis kopieren",
	"console.ops.rotate": "Geheimnis ersetzen",
	"console.ops.rotateText":
		"Ein neues Geheimnis gilt sofort. Webhooks werden 24 Stunden lang auch mit dem alten signiert.",
	"console.ops.rotated": "Das Geheimnis ist ersetzt.",
	"console.ops.delete": "Löschen",
	"console.ops.deleteTitle": "Diesen Endpunkt löschen?",
	"console.ops.deleteText": "Er erfährt nichts mehr. Das lässt sich nicht rückgängig machen.",
	"console.ops.deleted": "Der Endpunkt ist gelöscht.",
	"console.usage.intro":
		"Wie viele Zustellungen die Nachrichten jeder Anwendung hatten: eine für jeden Endpunkt, für den eine Nachricht war.",
	"console.usage.month": "Monat (UTC)",
	"console.usage.count": "Zählen",
	"console.usage.counting":
		"Wird im Hintergrund gezählt. Sie können diese Seite verlassen; die Aufgabe läuft weiter.",
	"console.usage.failed": "Die Zählung ist fehlgeschlagen. Starten Sie sie noch einmal.",
	"console.usage.none.title": "Noch nichts gezählt",
	"console.usage.none.text":
		"Wählen Sie einen Monat. Nachrichten, die älter als Ihre Aufbewahrung sind, lassen sich nicht mehr zählen.",
	"console.usage.total": {
		one: "{count} Zustellung vom {since} bis {until}",
		other: "{count} Zustellungen vom {since} bis {until}",
	},
	"console.usage.truncated": "Es gibt mehr Anwendungen, als eine Zählung fasst; der Rest fehlt.",
	"console.usage.top": {
		one: "Die {count} Anwendung mit den meisten Zustellungen.",
		other: "Die {count} Anwendungen mit den meisten Zustellungen.",
	},
	"console.usage.application": "Anwendung",
	"console.usage.deliveries": "Zustellungen",
	"console.operator.intro":
		"Für den Betreiber dieser Installation. Es betrifft jede Organisation darauf.",
	"console.operator.delivery": "Zustellung",
	"console.operator.runs": "Nachrichten werden zugestellt.",
	"console.operator.paused": "Nichts wird zugestellt. Nachrichten werden angenommen und warten.",
	"console.operator.since": "seit",
	"console.operator.pause": "Alle Zustellung anhalten",
	"console.operator.resume": "Zustellung fortsetzen",
	"console.operator.pauseTitle": "Alle Zustellung anhalten?",
	"console.operator.pauseText":
		"Binnen zehn Sekunden wird nichts mehr zugestellt, für keine Organisation. Nachrichten werden weiter angenommen und warten.",
	"console.operator.resumeTitle": "Zustellung fortsetzen?",
	"console.operator.resumeText":
		"Was gewartet hat, wird jetzt zugestellt, so schnell es jeder Endpunkt annimmt.",
	"console.operator.notice": "Hinweis",
	"console.operator.noticeHint": "Warum angehalten wurde, für alle, die später hier nachsehen.",
	"console.operator.isPaused": "Die Zustellung ist angehalten.",
	"console.operator.isResumed": "Die Zustellung geht weiter.",
	"console.operator.domains": "Domains",
	"console.operator.domainsText":
		"Die aller Organisationen. Aktivieren Sie eine, sobald ihr Name hierher führt und der Organisation gehört. Wo die Plattform eingerichtet ist, entscheidet sie.",
	"console.operator.noDomains": "Keine. Keine Organisation hat um eine gebeten.",
	"console.operator.status": "Status",
	"console.operator.organisation": "Organisation",
	"console.operator.actions": "Aktionen",
	"console.operator.actionsOf": "Aktionen für {name}",
	"console.operator.activate": "Aktivieren",
	"console.operator.activate.title": "{name} aktivieren?",
	"console.operator.activate.text":
		"Dort erscheint die Organisation {organisation}: {shown}. Prüfen Sie, dass der Name ihr gehört: Eine andere, die um ihn gebeten hat, kann ihn so lange nicht haben.",
	"console.operator.activate.done": "{name} ist aktiv",
	"console.operator.takeBack": "Zurücknehmen",
	"console.operator.takeBack.title": "{name} zurücknehmen?",
	"console.operator.takeBack.text":
		"Von der nächsten Anfrage an erscheint dort nichts mehr. Sie bleibt in der Liste und kann wieder aktiviert werden.",
	"console.operator.takeBack.done": "{name} ist zurückgenommen",
	"console.operator.delete": "Domain löschen",
	"console.operator.delete.title": "{name} löschen?",
	"console.operator.delete.text":
		"Von der nächsten Anfrage an erscheint dort nichts mehr, und ihre Organisation hat sie nicht mehr.",
	"console.operator.delete.done": "{name} ist gelöscht",
	"console.operator.dead": "Unzustellbare Übergaben",
	"console.operator.deadText":
		"Teile großer Übergaben, die die Warteschlange aufgegeben hat. Ihre Nachrichten werden auf anderem Weg übergeben; viele davon zeigen, dass etwas nicht stimmt.",
	"console.operator.noDead": "Keine. Jede Übergabe ist angekommen.",
	"console.operator.message": "Nachricht",
	"console.operator.for": "Für",
	"console.operator.endpoints": { one: "{count} Endpunkt", other: "{count} Endpunkte" },
} as const;
