// Builds what is deployed: the Worker's bundle in dist/worker and the static pages in dist/assets.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderReference } from "./reference-page.ts";

const root = join(import.meta.dirname, "..");
const inputs = [
	"src",
	"portal/public",
	"openapi.json",
	"wrangler.toml",
	"package-lock.json",
	"scripts",
];

/** Builds unless nothing changed since the last build. */
export function build(): void {
	const stamp = join(root, "dist", "built");
	const hash = hashOf(inputs);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
	buildAssets();
	const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		[wrangler, "deploy", "--dry-run", "--outdir", "dist/worker"],
		{ cwd: root, encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
	);
	if (status !== 0) throw new Error(`The Worker does not build:\n${stdout}\n${stderr}`);
	writeFileSync(stamp, hash);
}

/** Copies the static pages and writes the API reference. */
export function buildAssets(): void {
	const assets = join(root, "dist", "assets");
	mkdirSync(join(assets, "docs"), { recursive: true });
	cpSync(join(root, "portal", "public"), assets, { recursive: true });
	const contract = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8"));
	writeFileSync(join(assets, "docs", "index.html"), renderReference(contract));
}

function hashOf(paths: string[]): string {
	const hash = createHash("sha256");
	for (const path of paths) {
		const full = join(root, path);
		const files = path.includes(".")
			? [full]
			: readdirSync(full, { recursive: true, withFileTypes: true })
					.filter((entry) => entry.isFile())
					.map((entry) => join(entry.parentPath, entry.name))
					.sort();
		for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
	}
	return hash.digest("hex");
}

if (import.meta.main) build();
