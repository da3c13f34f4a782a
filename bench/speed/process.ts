// The program itself: how large it is, how fast it starts, how much memory it takes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { progress } from "../support/progress.ts";

const root = join(import.meta.dirname, "..", "..");

export const bundleKib = (): number =>
	gzipSync(readFileSync(join(root, "dist", "worker", "index.js"))).byteLength / 1024;

/** Of one start, chance is a fifth. */
const STARTS = 5;

/** Milliseconds in which the Worker's module is busy when it is loaded, by the runtime's own profile: the median. */
export function startupMs(): number {
	progress("start-up of the Worker");
	const times = Array.from({ length: STARTS }, measureStart).sort((a, b) => a - b);
	return times[Math.floor(STARTS / 2)] ?? 0;
}

function measureStart(): number {
	const folder = mkdtempSync(join(tmpdir(), "edgehook-startup-"));
	try {
		const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
		const { stdout, stderr } = spawnSync(
			process.execPath,
			[wrangler, "check", "startup", "--outfile", join(folder, "startup.cpuprofile")],
			{ cwd: root, encoding: "utf8", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
		);
		const [, active] = /Active: ([\d.]+) ms/.exec(stdout) ?? [];
		if (active === undefined) throw new Error(`No start-up profile:\n${stdout}\n${stderr}`);
		return Number(active);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
