// Metadata as people write it: one `name = value` in a line.

/** Null when a line is not like that. */
export function parseMetadata(text: string): Record<string, string> | null {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const pairs = lines.map((line) => /^\s*([^=]*[^=\s])\s*=\s*(.*?)\s*$/.exec(line));
	if (pairs.some((pair) => pair === null)) return null;
	return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

export const writeMetadata = (metadata: Readonly<Record<string, string>>): string =>
	Object.entries(metadata)
		.map(([name, value]) => `${name} = ${value}`)
		.join("\n");
