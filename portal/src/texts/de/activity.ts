// Wörter der Aktivitätsseite.

export const activity = {
	"activity.title": "Aktivität",
	"activity.intro": "Zustellungen im Lauf der Zeit, nach Ergebnis.",
	"activity.range": "Zeitraum",
	"activity.range.day": "24 Stunden",
	"activity.range.week": "7 Tage",
	"activity.range.month": "30 Tage",
	"activity.range.quarter": "90 Tage",
	"activity.endpoint": "Endpunkt",
	"activity.everyEndpoint": "Alle Endpunkte",
	"activity.attempts": "Versuche",
	"activity.succeeded": "Erfolgreich",
	"activity.failed": "Fehlgeschlagen",
	"activity.share": "Erfolgsquote",
	"activity.chart": "Versuche im Lauf der Zeit",
	"activity.byEndpoint": "Nach Endpunkt",
	"activity.none": "Noch keine",
	"activity.unknown": "Einige Endpunkte haben nicht rechtzeitig geantwortet: Ihre Zahlen fehlen.",
	"activity.more": "Hier sind nur die ersten {count} Endpunkte gezählt.",
	"activity.empty.title": "Noch keine Aktivität",
	"activity.empty.text":
		"Wenn Nachrichten an Ihre Endpunkte zugestellt werden, zeigt diese Seite, wie das läuft.",
};
