// Where a function of the built Worker stands in the sources, by the build's source map.
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";

/** `file` is a path below the root of the work tree; `name` is empty where the map knows none. */
export type Place = { file: string; line: number; name: string };

const root = join(import.meta.dirname, "..", "..");

/** @returns finds the place of a position in the bundle, which counts from 0; null for what the bundler added */
export function readSources(): (line: number, column: number) => Place | null {
	const text = readFileSync(join(root, "dist", "worker", "index.js.map"), "utf8");
	const map = new SourceMap(JSON.parse(text) as SourceMapPayload); // safe: the bundler wrote it
	return (line, column) => {
		const entry = map.findEntry(line, column);
		if (!("originalSource" in entry)) return null;
		// The map's paths begin with the way back from the bundle.
		const file = entry.originalSource.replace(/^(\.\.\/)+/, "");
		const name = "name" in entry && typeof entry.name === "string" ? entry.name : "";
		return { file, line: entry.originalLine + 1, name };
	};
}
