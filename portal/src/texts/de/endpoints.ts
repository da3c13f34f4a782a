// Wörter der Seiten über Endpunkte.

export const endpoints = {
	"endpoints.title": "Endpunkte",
	"endpoints.intro": "Wohin Ihre Ereignisse zugestellt werden.",
	"endpoints.add": "Endpunkt hinzufügen",
	"endpoints.search": "Nach URL oder Beschreibung suchen",
	"endpoints.status": "Status",
	"endpoints.anyStatus": "Jeder Status",
	"endpoints.column.endpoint": "Endpunkt",
	"endpoints.column.status": "Status",
	"endpoints.column.success": "Zugestellt, 24 Std.",
	"endpoints.column.waiting": "Wartend",
	"endpoints.column.last": "Letzter Versuch",
	"endpoints.noTraffic": "Noch keine Zustellungen",
	"endpoints.silent": "Gerade nicht bekannt",
	"endpoints.quiet": "Ruhig",
	"endpoints.day": {
		one: "{count} Versuch in 24 Stunden",
		other: "{count} Versuche in 24 Stunden",
	},
	"endpoints.empty.title": "Noch keine Endpunkte",
	"endpoints.empty.text":
		"Fügen Sie die URL eines Ihrer Server hinzu, und Ereignisse werden dorthin gesendet, sobald sie geschehen.",
	"endpoints.empty.readOnly":
		"Sobald es einen gibt, steht er hier, und wie es um seine Zustellungen steht.",
	"endpoints.disabled.failing": "Er ist seit Tagen nur fehlgeschlagen",
	"endpoints.disabled.gone": "Er hat mit 410 Gone geantwortet",
	"endpoints.disabled.asked": "Er hat darum gebeten, abgeschaltet zu werden",
} as const;
