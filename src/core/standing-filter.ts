// What kept a message from an endpoint that it was not for.
import { whyFiltered } from "./match.ts";
import type { FilterName, Surroundings, Why } from "./standing.ts";
import * as words from "./standing-words.ts";

export function explainFiltered(around: Surroundings): Why {
	const { endpoint, message } = around;
	const why = (filteredBy: FilterName, reason: string): Why => ({
		state: "filtered_out",
		filteredBy,
		reason,
	});
	const filter = whyFiltered(endpoint, message);
	if (endpoint.createdAt > message.acceptedAt) {
		return why("created_after", words.createdAfterWords(endpoint, filter === null));
	}
	switch (filter) {
		case "event type":
			return why("event_type", words.eventTypeWords(around));
		case "channel":
			return why("channel", words.channelWords(around));
		case null:
			return why("changed", words.CHANGED_WORDS);
	}
}
