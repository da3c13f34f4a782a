// An origin as it is typed: with a path and large letters, as copied from an address bar, it is still one.

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ORIGIN = new RegExp(`^https?://(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*(?::[1-9]\\d{0,4})?$`);

/** Null when it is none. The host may begin with `*.`; what comes after it is left out. */
export function toOrigin(typed: string): string | null {
	const [, origin = ""] = /^(https?:\/\/[^/?#]*)/.exec(typed.trim().toLowerCase()) ?? [];
	return ORIGIN.test(origin) ? origin : null;
}
