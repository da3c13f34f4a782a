// Bytes that arrive in parts.

/** All parts as one; the only part is returned as it is. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
	const [only] = parts;
	if (parts.length === 1 && only !== undefined) return only;
	const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		bytes.set(part, offset);
		offset += part.length;
	}
	return bytes;
}
