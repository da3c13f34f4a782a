// Whether a stored answer is text: what is not UTF-8 is kept as base64, without saying so.

const LENGTH_MIN = 24;
const TEXTUAL =
	/^(text\/|application\/([\w.+-]*\+)?(json|xml)|application\/(javascript|x-www-form-urlencoded))/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** True when the text is base64 of what cannot be text. A server that calls its answer text is believed. */
export function isBinary(text: string, contentType: string | undefined): boolean {
	if (contentType !== undefined && TEXTUAL.test(contentType)) return false;
	if (text.length < LENGTH_MIN || !BASE64.test(text)) return false;
	const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return false;
	} catch {
		return true;
	}
}
