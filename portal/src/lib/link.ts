// The link that opens the portal: its key is behind the `#`, so that no server and no log sees it.

export type PortalLink = { appId: string; oneTimeToken: string };

const KEY_LENGTH_MAX = 4096;

/** What a link's fragment carries; null when there is no well-formed key in it. */
export function parseLink(url: URL): PortalLink | null {
	const key = new URLSearchParams(url.hash.slice(1)).get("key");
	if (key === null || key.length > KEY_LENGTH_MAX) return null;
	const fields = decode(key);
	const appId = fields?.appId;
	const oneTimeToken = fields?.oneTimeToken ?? fields?.token;
	if (typeof appId !== "string" || typeof oneTimeToken !== "string") return null;
	return { appId, oneTimeToken };
}

function decode(key: string): Record<string, unknown> | null {
	try {
		// A query turns `+` into a space, and base64 has one.
		const base64 = key.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
		const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
		const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
		// safe because an object's members are read as unknown
		return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
	} catch {
		return null;
	}
}
