// A request as a command for a shell: what is copied and pasted sends the same bytes.

/** Longer than this the body cannot be one argument of a program: a pipe has no such limit. */
const ARGUMENT_BYTES_MAX = 100_000;

export type SentRequest = {
	url: string;
	headers: readonly (readonly [name: string, value: string])[];
	body: string;
};

export function toCurl({ url, headers, body }: SentRequest): string {
	const isLong = new TextEncoder().encode(body).length > ARGUMENT_BYTES_MAX;
	const parts = [
		// Brackets and braces are patterns to curl.
		`curl${/[[\]{}]/.test(url) ? " --globoff" : ""} ${quote(url)}`,
		...headers.map(
			([name, value]) => `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`,
		),
		isLong ? "--data-binary @-" : `--data-raw ${quote(body)}`,
	];
	const command = parts.join(" \\\n  ");
	return isLong ? `printf '%s' ${quote(body)} | ${command}` : command;
}

/** Line breaks and tabs are safe in quotes; other control characters would act on the terminal that one pastes into. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
const ESCAPED = /[\\'\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A text as one word of a POSIX shell. */
export function quote(text: string): string {
	if (!ACTING.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
	return `$'${text.replace(ESCAPED, escapeOne)}'`;
}

function escapeOne(character: string): string {
	if (character === "\\" || character === "'") return `\\${character}`;
	const bytes = [...new TextEncoder().encode(character)];
	return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
