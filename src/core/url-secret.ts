// The password inside an endpoint's URL: it is stored and sent, and never shown.

/** What stands for a password that is not shown; a URL is not changed by writing it. */
const MASK = "***";

/** The URL as it is shown: `https://user:***@host/path`. */
export function maskPassword(url: string): string {
	const shown = url.includes("@") ? URL.parse(url) : null;
	if (shown === null || shown.password === "") return url;
	shown.password = MASK;
	return shown.href;
}

/**
 * Puts the stored password where a URL came back with the mask, as long as user and origin are those
 * that it belongs to: it must not go anywhere else.
 * @returns null when the mask stands for no password
 */
export function unmaskPassword(url: string, stored: string | null): string | null {
	const target = url.includes("@") ? URL.parse(url) : null;
	if (target === null || target.password !== MASK) return url;
	const source = stored === null ? null : URL.parse(stored);
	const isItsOwner =
		source !== null &&
		source.password !== "" &&
		source.origin === target.origin &&
		source.username === target.username;
	if (!isItsOwner) return null;
	target.password = source.password;
	return target.href;
}
