// Wörter der Seite über das Portal in anderen Seiten.

export const embedding = {
	"console.embedding.title": "Einbettung",
	"console.embedding.intro":
		"Bauen Sie das Portal in Ihr Produkt ein, dort, wo Ihre Kunden schon sind.",
	"console.embedding.origins": "Seiten, die es zeigen dürfen",
	"console.embedding.originsIntro":
		"Browser zeigen das Portal in einem Rahmen nur auf Seiten dieser Herkunft. Bis eine Änderung überall gilt, vergehen einige Sekunden.",
	"console.embedding.anywhere":
		"Noch gibt es keine Liste: Jede https-Seite darf das Portal in einem Rahmen zeigen. Fügen Sie Ihre eigenen hinzu, um andere auszuschließen.",
	"console.embedding.origin": "Herkunft",
	"console.embedding.originHint": "Der Host darf mit *. beginnen, für alle Namen darunter.",
	"console.embedding.addOrigin": "Hinzufügen",
	"console.embedding.originWrong":
		"Schreiben Sie eine Herkunft wie https://app.example.com oder https://*.example.com.",
	"console.embedding.originTwice": "Sie steht schon in der Liste.",
	"console.embedding.saveOrigins": "Liste speichern",
	"console.embedding.originsSaved": "Die Liste ist gespeichert",
	"console.embedding.may": "Was Kunden dürfen",
	"console.embedding.readOnly": "Im Portal darf nur gelesen werden",
	"console.embedding.readOnlyHint":
		"Wirkt sofort, in allen offenen Portalen: Kunden sehen alles und ändern nichts, was auch immer ihr Link erlaubt.",
	"console.embedding.readOnlyOn": "Im Portal darf jetzt nur gelesen werden",
	"console.embedding.readOnlyOff": "Kunden können wieder ändern",
	"console.embedding.how": "So wird es eingebettet",
	"console.embedding.howIntro":
		"Ihr Server holt jedes Mal einen Link, wenn ein Kunde die Seite öffnet. Er öffnet das Portal einmal; der API-Schlüssel bleibt auf Ihrem Server.",
	"console.embedding.server": "Auf Ihrem Server",
	"console.embedding.page": "Auf Ihrer Seite",
	"console.embedding.frame": "Rahmen",
	"console.embedding.docs": "Alles zur Einbettung, in den Anleitungen",
};
