// Whether a text can be an endpoint's address, in the words of who types it. The API has the last word.

export type UrlProblem = "empty" | "scheme" | "other" | "incomplete" | "space";

/** Null when nothing speaks against it. */
export function findUrlProblem(text: string): UrlProblem | null {
	const url = text.trim();
	if (url === "") return "empty";
	if (/\s/.test(url)) return "space";
	const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url) ?? [];
	if (scheme === undefined) return "scheme";
	if (!/^https?$/i.test(scheme)) return "other";
	return URL.canParse(url) && /^https?:\/\/[^/?#]/i.test(url) ? null : "incomplete";
}

/** Whether it is sent in clear text. */
export const isPlainHttp = (text: string): boolean => /^http:\/\//i.test(text.trim());
