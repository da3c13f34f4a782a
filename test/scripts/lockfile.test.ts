// `npm ci` works on every platform: the lock file has what packages name for platforms but this one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");
const named = z.record(z.string(), z.string()).default({});
const manifest = z.object({ optionalDependencies: named });
const lockFile = z.object({
	packages: z.record(z.string(), manifest.extend({ version: z.string().optional() })),
});
const { packages } = lockFile.parse(JSON.parse(read("package-lock.json")));

function read(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

/** Where a package finds another one: beside itself or further up. */
function find(from: string, name: string): string | null {
	for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf("node_modules/") - 1, 0))) {
		const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
		if (packages[path] !== undefined) return path;
		if (at === "") return null;
	}
}

const isInstalled = (path: string) =>
	path !== "" && readdirSync(join(root, path, "..")).includes(path.split("/").at(-1) ?? "");

test("Every optional dependency that the lock file names has an entry", () => {
	const all = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
		Object.keys(optionalDependencies).map((name) => ({ path, name })),
	);
	expect(all.length).toBeGreaterThan(50);
	expect(all.filter(({ path, name }) => find(path, name) === null)).toEqual([]);
});

test.each(["@biomejs/biome", "workerd", "esbuild", "miniflare", "typescript", "vitest"])(
	"What the installed %s names is in the lock file, in that version",
	(name) => {
		const path = `node_modules/${name}`;
		expect(isInstalled(path)).toBe(true);
		const { optionalDependencies } = manifest.parse(JSON.parse(read(`${path}/package.json`)));
		for (const [dependency, version] of Object.entries(optionalDependencies)) {
			const found = find(path, dependency);
			expect({ dependency, found }).not.toEqual({ dependency, found: null });
			if (/^\d/.test(version)) expect(packages[found ?? ""]?.version).toBe(version);
		}
	},
);
