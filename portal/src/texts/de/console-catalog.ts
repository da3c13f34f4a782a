// Wörter der Seite des Katalogs: veröffentlichen und Domains.

export const catalog = {
	"console.catalog.title": "Katalog",
	"console.catalog.intro":
		"Eine Seite Ihrer Ereignistypen, die jeder lesen kann: für Entwickler, die noch keine Kunden sind, und für Maschinen.",
	"console.catalog.isPublic": "Öffentlich",
	"console.catalog.isPrivate": "Nicht öffentlich",
	"console.catalog.public": "Öffentlicher Katalog",
	"console.catalog.nameHint": "Die Überschrift des Katalogs.",
	"console.catalog.nameSaved": "Der Name ist gespeichert",
	"console.catalog.switch": "Jeder darf den Katalog lesen",
	"console.catalog.switchHint":
		"Wirkt sofort. Ereignistypen mit Feature-Flags und archivierte stehen nie darin.",
	"console.catalog.needsName":
		"Schreiben Sie zuerst einen Anzeigenamen: Eine öffentliche Seite braucht einen.",
	"console.catalog.published": "Der Katalog ist öffentlich",
	"console.catalog.hidden": "Der Katalog ist nicht mehr öffentlich",
	"console.catalog.page": "Seite",
	"console.catalog.json": "JSON",
	"console.catalog.markdown": "Markdown",
	"console.catalog.copy": "Adresse kopieren",
	"console.domains.title": "Domains",
	"console.domains.intro":
		"Zeigen Sie Katalog oder Portal unter einem eigenen Namen, etwa webhooks.example.com.",
	"console.domains.add": "Domain hinzufügen",
	"console.domains.addTitle": "Domain hinzufügen",
	"console.domains.hostname": "Hostname",
	"console.domains.hostnameHint": "Ein Name unterhalb einer Ihrer Domains.",
	"console.domains.serves": "Was dort erscheint",
	"console.domains.serves.catalog": "Katalog",
	"console.domains.serves.portal": "Portal",
	"console.domains.servesHint.catalog":
		"Ihre Ereignistypen, für jeden, sobald der Katalog öffentlich ist.",
	"console.domains.servesHint.portal": "Das Portal Ihrer Kunden, geöffnet über Links.",
	"console.domains.status.pending": "Wartet auf DNS",
	"console.domains.status.active": "Aktiv",
	"console.domains.status.error": "Fehlgeschlagen",
	"console.domains.hint.pending":
		"Wird aktiv, sobald die Einträge gefunden sind oder der Betreiber sie aktiviert.",
	"console.domains.hint.active": "Sie wird gezeigt.",
	"console.domains.hint.error": "Erst muss etwas in Ordnung gebracht werden.",
	"console.domains.verify": "Noch einmal nachsehen",
	"console.domains.records": "Setzen Sie diese Einträge im DNS Ihrer Domain:",
	"console.domains.type": "Typ",
	"console.domains.purpose": "Wofür",
	"console.domains.purpose.routing": "Anfragen hierher leiten",
	"console.domains.purpose.ownership": "Zeigen, dass sie Ihnen gehört",
	"console.domains.purpose.certificate": "Ihr Zertifikat",
	"console.domains.name": "Name",
	"console.domains.value": "Wert",
	"console.domains.copy": "{text} kopieren",
	"console.domains.delete": "Domain löschen",
	"console.domains.deleteOf": "{name} löschen",
	"console.domains.deleteTitle": "{name} löschen?",
	"console.domains.deleteText":
		"Von da an erscheint dort nichts mehr. Entfernen Sie auch die Einträge aus Ihrem DNS, damit niemand sonst den Namen benutzen kann.",
	"console.domains.deleted": "{name} ist gelöscht",
};
