// `npm test`: the checks, then every test. Arguments go to vitest, and then the checks are skipped.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { check } from "./check.ts";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const isChecked = args.length > 0 || (await check());
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...args], {
	cwd: root,
	stdio: "inherit",
});
process.exit(isChecked ? (status ?? 1) : 1);
