// What a delivery is known by: the headers that every one of ours carries, and that no customer can set.

export const USER_AGENT = "Edgehook/0.1";

const SENDER = /^Edgehook\//;
/** Under each of the names that an installation may choose for its signature headers. */
const ID_HEADERS = ["webhook-id", "svix-id"] as const;

/**
 * True for a request that an installation sent as a delivery. None is for an installation: with a key among an
 * endpoint's custom headers, messages would make messages without end.
 * @example isDelivery(new Headers({ "user-agent": "Edgehook/0.1", "webhook-id": "msg_1" })) // true
 */
export function isDelivery(headers: { get(name: string): string | null }): boolean {
	if (!SENDER.test(headers.get("user-agent") ?? "")) return false;
	return ID_HEADERS.some((name) => headers.get(name) !== null);
}
