// Wörter für Aufgaben, die von selbst weiterlaufen.

export const tasks = {
	"tasks.title": "Aufgaben",
	"tasks.intro": "Was von selbst weiterläuft: Nachsendungen und Wiederholungen.",
	"tasks.empty.title": "Noch keine Aufgaben",
	"tasks.empty.text":
		"Wenn Sie viele Nachrichten auf einmal nachsenden oder wiederholen, sehen Sie hier den Fortschritt.",
	"tasks.column.task": "Aufgabe",
	"tasks.column.status": "Status",
	"tasks.column.progress": "Fortschritt",
	"tasks.column.updated": "Letzte Änderung",
	"tasks.column.actions": "Aktionen",
	"tasks.kind.replay": "Fehlende Nachrichten senden",
	"tasks.kind.recover": "Fehlgeschlagene Nachrichten nachsenden",
	"tasks.kind.bulk": "Wiederholung nach Filter",
	"tasks.kind.other": "Hintergrundarbeit",
	"tasks.counting": "Wird gezählt …",
	"tasks.done": "{done} von {total}",
	"tasks.doneFailed": "{done} von {total}, {failed} fehlgeschlagen",
	"tasks.sent": { one: "{count} Nachricht", other: "{count} Nachrichten" },
	"tasks.left": "noch etwa {time}",
	"tasks.cancel": "Abbrechen",
	"tasks.cancel.title": "Diese Aufgabe anhalten?",
	"tasks.cancel.text":
		"Was schon eingereiht ist, wird noch zugestellt; der Rest bleibt, wie er war.",
	"tasks.cancelled": "Die Aufgabe ist angehalten.",
};
