// Wörter der API-Schlüssel.

export const keys = {
	"console.keys.intro":
		"Wer einen hat, darf in Ihrer Organisation alles. Geben Sie jedem Server einen eigenen.",
	"console.keys.add": "API-Schlüssel erstellen",
	"console.keys.name": "Name",
	"console.keys.nameHint": "Wo der Schlüssel benutzt wird, etwa „Abrechnungsserver“.",
	"console.keys.nameMissing": "Schreiben Sie einen Namen.",
	"console.keys.own": "hier in Gebrauch",
	"console.keys.status": "Status",
	"console.keys.valid": "Gültig",
	"console.keys.expired": "Abgelaufen",
	"console.keys.revoked": "Widerrufen",
	"console.keys.created": "Erstellt",
	"console.keys.ends": "Endet",
	"console.keys.actions": "Aktionen",
	"console.keys.actionsOf": "Aktionen für {name}",
	"console.keys.rename": "Umbenennen",
	"console.keys.renamed": "Der Schlüssel ist umbenannt.",
	"console.keys.revoke": "Widerrufen",
	"console.keys.revokeTitle": "„{name}“ widerrufen?",
	"console.keys.revokeText":
		"Alles, was diesen Schlüssel benutzt, wird binnen zwei Sekunden abgewiesen. Das lässt sich nicht rückgängig machen.",
	"console.keys.isRevoked": "„{name}“ ist widerrufen.",
	"console.keys.ownText":
		"Sie sind mit diesem Schlüssel angemeldet, und ein Schlüssel kann sich nicht selbst widerrufen. Erstellen Sie einen anderen, melden Sie sich damit an und widerrufen Sie diesen von dort.",
	"console.keys.life": "Läuft ab",
	"console.keys.lifeHint":
		"Ein Schlüssel, der von selbst endet, richtet weniger Schaden an, wenn er verloren geht.",
	"console.keys.life.30": "In 30 Tagen",
	"console.keys.life.90": "In 90 Tagen",
	"console.keys.life.365": "In einem Jahr",
	"console.keys.life.never": "Nie",
	"console.keys.life.date": "Zu einer Zeit …",
	"console.keys.date": "Läuft ab am",
	"console.keys.dateMissing": "Wählen Sie Datum und Uhrzeit.",
	"console.keys.make": "Schlüssel erstellen",
	"console.keys.made": "Ihr neuer API-Schlüssel",
	"console.keys.once": "Er wird nur jetzt gezeigt. Bewahren Sie ihn an einem sicheren Ort auf.",
	"console.keys.copy": "Schlüssel kopieren",
	"console.keys.stored": "Ich habe ihn gespeichert",
} as const;
