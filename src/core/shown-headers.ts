// Headers of a request or an answer as people may see them: credentials are masked, and there is an end.
import { isSensitiveHeader } from "./custom-headers.ts";

export type HeaderList = [name: string, value: string][];

/** What stands for a value that is not shown. */
export const MASKED = "***";
/** Characters of names and values that are shown of one request or answer. */
export const SHOWN_CHARACTERS_MAX = 4 * 1024;
const VALUE_CHARACTERS_MAX = 1024;

const CREDENTIAL =
	/^(set-)?cookie2?$|(^|[-_])(token|secret|password|session|api[-_]?key)s?($|[-_])/;

/** Whether a header's value lets in whoever knows it. */
export function isCredential(name: string): boolean {
	return isSensitiveHeader(name) || CREDENTIAL.test(name.toLowerCase());
}

/** Masks credentials, cuts long values, and leaves out what is too much. */
export function toShownHeaders(headers: Readonly<HeaderList>): HeaderList {
	const shown: HeaderList = [];
	let room = SHOWN_CHARACTERS_MAX;
	for (const [name, value] of headers) {
		const text = isCredential(name) ? MASKED : cut(value);
		const size = name.length + text.length;
		if (size > room) continue;
		shown.push([name, text]);
		room -= size;
	}
	return shown;
}

/** Names of those that are masked. */
export const credentialsIn = (headers: Readonly<HeaderList>): string[] =>
	headers.map(([name]) => name).filter(isCredential);

const cut = (value: string) =>
	value.length <= VALUE_CHARACTERS_MAX ? value : `${value.slice(0, VALUE_CHARACTERS_MAX - 1)}…`;
