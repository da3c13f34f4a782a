// What keeps a part of a description from being read, and what is read differently from how it is written.
import { type Path, toPointer } from "./pointer.ts";

/** A sentence on one place in the description; `path` is its JSON Pointer. */
export type Remark = { path: string; message: string };

const TEXT_CHARS_MAX = 200;
const PATH_CHARS_MAX = 500;

/** Ends the reading of one entry. */
export class Problem extends Error {
	readonly at: Path;

	constructor(at: Path, message: string) {
		super(message);
		this.name = "Problem";
		this.at = at;
	}
}

export function toRemark(at: Path, message: string): Remark {
	const path = toPointer(at);
	return {
		path: path.length <= PATH_CHARS_MAX ? path : `${path.slice(0, PATH_CHARS_MAX)}…`,
		message,
	};
}

/** Text of the description within a sentence of ours. */
export function quoted(text: string): string {
	return text.length <= TEXT_CHARS_MAX ? `'${text}'` : `'${text.slice(0, TEXT_CHARS_MAX)}…'`;
}
