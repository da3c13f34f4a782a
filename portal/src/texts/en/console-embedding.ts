// Words of the page about the portal within other pages.

export const embedding = {
	"console.embedding.title": "Embedding",
	"console.embedding.intro": "Put the portal into your product, where your customers already are.",
	"console.embedding.origins": "Pages that may show it",
	"console.embedding.originsIntro":
		"Browsers show the portal in a frame only on pages of these origins. It takes a few seconds until a change holds everywhere.",
	"console.embedding.anywhere":
		"There is no list yet: any https page may show the portal in a frame. Add your own to keep others out.",
	"console.embedding.origin": "Origin",
	"console.embedding.originHint": "The host may begin with *. for all names below it.",
	"console.embedding.addOrigin": "Add",
	"console.embedding.originWrong":
		"Write an origin such as https://app.example.com, or https://*.example.com.",
	"console.embedding.originTwice": "It is in the list already.",
	"console.embedding.saveOrigins": "Save the list",
	"console.embedding.originsSaved": "The list was saved",
	"console.embedding.may": "What customers may do",
	"console.embedding.readOnly": "The portal is read-only",
	"console.embedding.readOnlyHint":
		"Takes effect at once, in all open portals: customers can look at everything and change nothing, whatever their link allows.",
	"console.embedding.readOnlyOn": "The portal is read-only now",
	"console.embedding.readOnlyOff": "Customers can change things again",
	"console.embedding.how": "How to embed it",
	"console.embedding.howIntro":
		"Your server asks for a link each time a customer opens the page. It opens the portal once; the API key stays on your server.",
	"console.embedding.server": "On your server",
	"console.embedding.page": "On your page",
	"console.embedding.frame": "Frame",
	"console.embedding.docs": "Everything about embedding, in the guides",
} as const;
