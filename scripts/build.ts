// Builds what is deployed: the Worker's bundle in dist/worker and the static pages in dist/assets.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listSources } from "./docs-site/contents.ts";
import { writeDocs } from "./docs-site.ts";

const root = join(import.meta.dirname, "..");
const inputs = [
	...["src", "portal", "openapi.json", "wrangler.toml", "package-lock.json", "scripts"],
	...listSources().map(({ file }) => file),
];

/** Builds unless nothing changed since the last build. */
export async function build(): Promise<void> {
	const stamp = join(root, "dist", "built");
	const hash = hashOf(inputs);
	if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
	await buildAssets();
	const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
	const { status, stderr, stdout } = spawnSync(
		process.execPath,
		[wrangler, "deploy", "--dry-run", "--outdir", "dist/worker"],
		{ cwd: root, encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
	);
	if (status !== 0) throw new Error(`The Worker does not build:\n${stdout}\n${stderr}`);
	writeFileSync(stamp, hash);
}

/** Builds the portal, copies the static pages and writes the documentation. */
export async function buildAssets(): Promise<void> {
	const assets = join(root, "dist", "assets");
	// A page whose source is gone must not stay.
	rmSync(join(assets, "docs"), { recursive: true, force: true });
	cpSync(join(root, "portal", "public"), assets, { recursive: true });
	const contract = JSON.parse(readFileSync(join(root, "openapi.json"), "utf8"));
	writeDocs(assets, contract);
	// Only here: most starts build nothing.
	const { build: buildWithVite } = await import("vite");
	for (const config of ["vite.config.ts", "vite.catalog.config.ts"]) {
		await buildWithVite({ configFile: join(root, "portal", config), logLevel: "warn" });
	}
}

function hashOf(paths: string[]): string {
	const hash = createHash("sha256");
	for (const path of paths) {
		const full = join(root, path);
		const files = path.includes(".")
			? [full]
			: readdirSync(full, { recursive: true, withFileTypes: true })
					// What wrangler leaves beside the sources is none of them.
					.filter((entry) => entry.isFile() && !entry.parentPath.includes("/.wrangler"))
					.map((entry) => join(entry.parentPath, entry.name))
					.sort();
		for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
	}
	return hash.digest("hex");
}

if (import.meta.main) await build();
