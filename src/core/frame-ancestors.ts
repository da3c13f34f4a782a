// Which web pages may show the portal within themselves, as a page's policy says it.

export const FRAME_ANCESTORS_MAX = 50;

/** Where nobody made a list: any page that came safely, and those under development. */
const ANY = ["https:", "http://localhost:*", "http://127.0.0.1:*"];

const HOST_LENGTH_MAX = 253;
const PORT_MAX = 65_535;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ORIGIN = new RegExp(`^https?://((?:\\*\\.)?${LABEL}(?:\\.${LABEL})*)(?::([1-9]\\d{0,4}))?$`);

/**
 * True for `scheme://host` or `scheme://host:port` in small letters, where the host may begin with `*.`. Nothing
 * else, because what a policy's list holds could end the list and begin another rule.
 */
export function isFrameOrigin(text: string): boolean {
	const [, host, port = "1"] = ORIGIN.exec(text) ?? [];
	return host !== undefined && host.length <= HOST_LENGTH_MAX && Number(port) <= PORT_MAX;
}

/** The policy's rule for an organisation's list; without one any safe page may. */
export function toFrameAncestors(origins: readonly string[]): string {
	return (origins.length === 0 ? ANY : origins.filter(isFrameOrigin)).join(" ") || "'none'";
}
