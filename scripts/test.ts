// `npm test`: the checks, then every test. Arguments go to vitest, and then the checks are skipped.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { check } from "./check.ts";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const isChecked = args.length > 0 || (await check());
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
/** Tests start servers and tools by the hundred: these are compiled once. */
const compiled = join(root, "node_modules", ".cache", "compiled");
/** One after the other: each brings up what its tests need, and takes it down again. */
const PROJECTS = ["core", "api", "delivery", "journeys", "browser"];
const runs = args.length > 0 ? [args] : PROJECTS.map((name) => ["--project", name]);
let isGreen = isChecked;
for (const run of runs) {
	const { status } = spawnSync(process.execPath, [vitest, "run", ...run], {
		cwd: root,
		stdio: "inherit",
		env: { ...process.env, NODE_COMPILE_CACHE: compiled },
	});
	isGreen &&= status === 0;
}
process.exit(isGreen ? 0 : 1);
