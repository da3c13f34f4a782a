// `npm run build:react`: the React kit as one ES module with its types, in clients/react/dist.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { toModels } from "./react-kit/models.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "clients", "react");
const source = join(folder, "src");

/** Builds both; returns the module's path. */
export async function buildReact(outdir = join(folder, "dist")): Promise<string> {
	rmSync(outdir, { recursive: true, force: true });
	buildTypes(outdir);
	return await buildModule(outdir);
}

/** The module alone. */
export async function buildModule(outdir: string): Promise<string> {
	const name = "index.js";
	await build({
		configFile: false,
		mode: "production",
		logLevel: "warn",
		oxc: { jsx: { runtime: "automatic", importSource: "react", development: false } },
		build: {
			outDir: outdir,
			emptyOutDir: false,
			copyPublicDir: false,
			modulePreload: false,
			target: "es2022",
			rolldownOptions: {
				input: join(source, "index.ts"),
				preserveEntrySignatures: "strict",
				external: /^react(\/|$)/,
				output: {
					format: "es",
					entryFileNames: name,
					minify: true,
					// Its hooks and its component run in the browser: frameworks with server components must know.
					banner: '"use client";',
				},
			},
		},
	});
	return join(outdir, name);
}

function buildTypes(outdir: string): void {
	mkdirSync(outdir, { recursive: true });
	const config = join(outdir, "tsconfig.tmp.json");
	const typeRoots = [join(root, "node_modules", "@types")];
	const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true };
	writeFileSync(
		config,
		JSON.stringify({
			extends: join(folder, "tsconfig.json"),
			// Node is not there where it runs.
			compilerOptions: { ...emit, outDir: outdir, rootDir: source, types: ["react"], typeRoots },
			include: [source],
		}),
	);
	const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
	const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config], {
		encoding: "utf8",
	});
	rmSync(config);
	if (status !== 0) throw new Error(`The React kit has wrong types:\n${stdout}${stderr}`);
	for (const name of readdirSync(outdir)) {
		const file = join(outdir, name);
		const text = readFileSync(file, "utf8");
		// What is published has no sources: its parts name each other as every resolver finds them.
		writeFileSync(file, text.replaceAll(/(from\s+|import\()"(\.\/[\w-]+)\.tsx?"/g, '$1"$2.js"'));
	}
}

/** The kit's records must be those of the contract: texts by the paths of their files. */
export function currentModels(): [string, string][] {
	const files = toModels(JSON.parse(readFileSync(join(root, "openapi.json"), "utf8")));
	return Object.entries(files).map(([name, text]) => [join(source, name), text]);
}

if (import.meta.main) {
	for (const [file, text] of currentModels()) writeFileSync(file, text);
	const file = await buildReact();
	console.log(`${file}: ${gzipSync(readFileSync(file), { level: 9 }).length} bytes, compressed`);
}
