// Wörter des Rahmens der Konsole und der Anmeldung.

export const shell = {
	"console.title": "Konsole",
	"console.nav.overview": "Übersicht",
	"console.nav.applications": "Anwendungen",
	"console.nav.portal": "Was Kunden sehen",
	"console.nav.eventTypes": "Ereignistypen",
	"console.nav.catalog": "Katalog",
	"console.nav.appearance": "Aussehen",
	"console.nav.embedding": "Einbettung",
	"console.nav.operation": "Betrieb",
	"console.nav.usage": "Nutzung",
	"console.nav.tasks": "Hintergrundaufgaben",
	"console.nav.operational": "Betriebs-Webhooks",
	"console.nav.apiKeys": "API-Schlüssel",
	"console.nav.operator": "Installation",
	"console.notFound.home": "Zur Übersicht",
	"console.signIn.title": "In der Konsole anmelden",
	"console.signIn.intro": "Alles, womit Sie Webhooks senden, an einem Ort.",
	"console.signIn.key": "API-Schlüssel",
	"console.signIn.hint": "Ein Schlüssel Ihrer Organisation. Er wird nur an diesen Server gesendet.",
	"console.signIn.keep": "In diesem Tab behalten",
	"console.signIn.keepHint":
		"Der Schlüssel übersteht dann ein Neuladen, bis Sie sich abmelden oder den Tab schließen. Nicht ankreuzen, wenn andere diesen Computer benutzen.",
	"console.signIn.do": "Anmelden",
	"console.signIn.empty": "Fügen Sie einen API-Schlüssel ein.",
	"console.signIn.wrong":
		"Dieser Schlüssel gilt nicht: Er ist vertippt, abgelaufen oder widerrufen.",
	"console.signIn.application":
		"Dieses Token gilt nur für eine Anwendung. Die Konsole braucht einen API-Schlüssel der Organisation.",
	"console.signIn.unreachable":
		"Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
	"console.signIn.expired":
		"Ihr Schlüssel gilt nicht mehr. Melden Sie sich mit einem anderen an, um fortzufahren.",
	"console.signIn.left": "Sie sind abgemeldet.",
	"console.app.title": "Anwendung",
	"console.app.pages": "Seiten der Anwendung",
	"console.app.overview": "Übersicht",
} as const;
