// `npm run build:cli`: the command line as one file that runs on plain Node, in clients/cli/dist.
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

const root = join(import.meta.dirname, "..");
const folder = join(root, "clients", "cli");

/** Returns the path of the built file. */
export function buildCli(outfile = join(folder, "dist", "edgehook.mjs")): string {
	const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const licence = readFileSync(join(root, "node_modules", "yaml", "LICENSE"), "utf8");
	buildSync({
		entryPoints: [join(folder, "src", "main.ts")],
		outfile,
		bundle: true,
		minify: true,
		platform: "node",
		format: "esm",
		target: "node20",
		// Its form for browsers is the one that is an ES module.
		alias: { yaml: join(root, "node_modules", "yaml", "browser", "index.js") },
		define: { VERSION: JSON.stringify(version) },
		banner: { js: `#!/usr/bin/env node\n/*!\nContains the package yaml:\n\n${licence}*/` },
		logLevel: "warning",
	});
	chmodSync(outfile, 0o755);
	return outfile;
}

if (import.meta.main) console.log(buildCli());
