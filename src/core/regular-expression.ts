// Patterns in schemas, which are texts that somebody else wrote.

/** True when it is a regular expression, with or without the rules of Unicode. */
export function isPattern(text: string): boolean {
	return ["u", ""].some((flags) => {
		try {
			return new RegExp(text, flags) !== null;
		} catch {
			return false;
		}
	});
}
