// JSON answers that carry some values as the exact text they were written in.

/** A value whose JSON text must not be touched. */
export class RawJson {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** `JSON.stringify`, but every RawJson inside comes out as its own text. */
export function stringify(value: unknown): string {
	const texts: string[] = [];
	// A marker that no other text can hold, because it is made for this call.
	const marker = crypto.randomUUID();
	const json = JSON.stringify(value, (_key, inner: unknown) =>
		inner instanceof RawJson ? `${marker}:${texts.push(inner.text) - 1}` : inner,
	);
	if (texts.length === 0) return json;
	return json.replace(new RegExp(`"${marker}:(\\d+)"`, "g"), (_match, index: string) => {
		return texts[Number(index)] ?? "null";
	});
}
