// Names of hosts: which may become an organisation's own domain, and which are the installation's.

const LENGTH_MAX = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What could make a host name more than one: a port, a path, a user, an address, a wildcard. */
const MORE = /[\s/\\:@?#[\]%*_,]/;
/** Where nobody can have a domain of their own. */
const RESERVED = ["localhost", "workers.dev", "pages.dev"];

export type ParsedHostname = { hostname: string } | { problem: string };

/**
 * The one spelling of a host name: small letters, in ASCII, without a dot at its end.
 * @example parseHostname("Webhooks.Müller.example.", []) // { hostname: "webhooks.xn--mller-kva.example" }
 */
export function parseHostname(text: string, ownHosts: readonly string[]): ParsedHostname {
	const url = MORE.test(text) ? null : URL.parse(`http://${text}`);
	const hostname = normaliseHost(url?.hostname ?? "");
	const labels = hostname.split(".");
	const isName =
		hostname.length <= LENGTH_MAX &&
		labels.length > 1 &&
		labels.every((label) => LABEL.test(label));
	// Four numbers are an address; the last label of a name has a letter.
	if (!isName || !/[a-z]/.test(labels.at(-1) ?? "")) {
		return { problem: "must be the name of a host, such as webhooks.example.com" };
	}
	const isReserved = RESERVED.some((name) => hostname === name || hostname.endsWith(`.${name}`));
	if (isReserved || ownHosts.includes(hostname)) {
		return { problem: "must be a host of your own, such as webhooks.example.com" };
	}
	return { hostname };
}

/** Small letters, without the dot that may end a full name. */
export const normaliseHost = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/**
 * Whether requests to a host are for the installation itself; every host is when it names none of its own. Names
 * without a dot, addresses and the platform's own names can belong to nobody else.
 * @param hostname of a URL, as its parser writes it
 */
export function isOwnHost(hostname: string, ownHosts: readonly string[]): boolean {
	if (ownHosts.length === 0) return true;
	const name = normaliseHost(hostname);
	if (ownHosts.includes(name) || !name.includes(".") || name.startsWith("[")) return true;
	if (/^[\d.]+$/.test(name)) return true;
	return RESERVED.some((reserved) => name.endsWith(`.${reserved}`));
}
