// Which endpoints get a message.
import type { EndpointId } from "./ids.ts";

/** What an endpoint asks for; null means all. An event type is a name, or a group of them. */
export type Filter = {
	eventTypes: readonly string[] | null;
	channels: readonly string[] | null;
};

export type Subject = { eventType: string; channels: readonly string[] | null };

/** What of a message an endpoint does not want. */
export type FilteredBy = "event type" | "channel";

const GROUP_END = ".*";

/** `invoice.` of `invoice.*`, which stands for all event types that begin so, future ones too; null for a name. */
export const groupPrefix = (entry: string): string | null =>
	entry.endsWith(GROUP_END) ? entry.slice(0, -1) : null;

/** Whether an entry of a filter, a name or a group, stands for the event type. */
export function isCovered(entry: string, eventType: string): boolean {
	const prefix = groupPrefix(entry);
	return prefix === null ? entry === eventType : eventType.startsWith(prefix);
}

/** Which of its filters keeps a message from an endpoint; null when none does. */
export function whyFiltered(filter: Filter, message: Subject): FilteredBy | null {
	const { eventTypes, channels } = filter;
	const isAsked = eventTypes?.some((entry) => isCovered(entry, message.eventType)) ?? true;
	if (!isAsked) return "event type";
	if (channels === null) return null;
	const isWanted = message.channels?.some((channel) => channels.includes(channel)) ?? false;
	return isWanted ? null : "channel";
}

/**
 * True when the endpoint wants the event type and one of the channels, whether it is enabled or not.
 * A message without channels does not match an endpoint that asks for some.
 */
export function isMatch(filter: Filter, message: Subject): boolean {
	return whyFiltered(filter, message) === null;
}

/**
 * The endpoints that a message is for, and those that it is kept from because they are disabled.
 * With `onlyEndpointId` it is for that one alone, whatever it asks for.
 */
export function chooseRoutes<R extends Filter & { endpointId: EndpointId; disabled: boolean }>(
	routes: readonly R[],
	message: Subject & { onlyEndpointId: EndpointId | null },
): { sent: R[]; skipped: R[] } {
	const { onlyEndpointId } = message;
	const matched = routes.filter((route) =>
		onlyEndpointId === null ? isMatch(route, message) : route.endpointId === onlyEndpointId,
	);
	return {
		sent: matched.filter(({ disabled }) => !disabled),
		skipped: matched.filter(({ disabled }) => disabled),
	};
}
