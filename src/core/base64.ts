// Base64, to and from bytes.

/** Characters per call, since a call takes a bounded number of arguments. */
const CHUNK = 0x8000;

/** Padded base64 of bytes (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
	let binary = "";
	for (let start = 0; start < bytes.length; start += CHUNK) {
		binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
	}
	return btoa(binary);
}

/** The same in the alphabet for URLs, without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
	return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Bytes of a base64 text whose padding is all there or left out; null when it is anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
	// The runtime's decoder skips white space, so it alone would let more than one text name a key.
	if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
	try {
		return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	} catch {
		return null;
	}
}
