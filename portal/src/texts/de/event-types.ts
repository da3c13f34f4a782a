// Wörter des Ereigniskatalogs.

export const eventTypes = {
	"eventTypes.title": "Ereignistypen",
	"eventTypes.intro": "Alles, was an Ihre Endpunkte gesendet werden kann, und wie es aussieht.",
	"eventTypes.search": "Nach Name oder Beschreibung suchen",
	"eventTypes.empty.title": "Noch keine Ereignistypen",
	"eventTypes.empty.text":
		"Sobald Ereignisse beschrieben sind, stehen sie hier mit ihren Feldern und einem Beispiel.",
	"eventTypes.count": { one: "{count} Ereignistyp", other: "{count} Ereignistypen" },
	"eventTypes.others": "Weitere",
	"eventTypes.deprecated": "Veraltet",
	"eventTypes.archived": "Wird nicht mehr gesendet",
	"eventTypes.schema": "Felder",
	"eventTypes.example": "Beispiel",
	"eventTypes.version": "Version {version}",
	"eventTypes.versions": "Version",
	"eventTypes.noExample": "Für dieses Ereignis gibt es kein Beispiel.",
	"eventTypes.noDescription": "Keine Beschreibung.",
	"eventTypes.asSchema": "JSON Schema",
	"eventTypes.view": "Anzeigen als",
};
