// Which endpoints get a message.

/** What an endpoint asks for; null means all. */
export type Filter = {
	disabled: boolean;
	eventTypes: readonly string[] | null;
	channels: readonly string[] | null;
};

export type Subject = { eventType: string; channels: readonly string[] | null };

/**
 * True when the endpoint is enabled and wants the event type and one of the channels.
 * A message without channels does not match an endpoint that asks for some.
 */
export function isMatch(filter: Filter, message: Subject): boolean {
	if (filter.disabled) return false;
	if (filter.eventTypes !== null && !filter.eventTypes.includes(message.eventType)) return false;
	if (filter.channels === null) return true;
	return message.channels?.some((channel) => filter.channels?.includes(channel)) ?? false;
}
