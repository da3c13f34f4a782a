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
	const json = JSON.stringify(value, (_key, inner: unknown) => {
		if (!(inner instanceof RawJson)) return inner;
		texts.push(inner.text);
		return marker;
	});
	// Markers come out in the order in which they went in.
	const [start = "", ...rest] = json.split(`"${marker}"`);
	return rest.reduce((text, part, index) => text + texts[index] + part, start);
}
