// Runs the project's wrangler.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", "wrangler", "bin", "wrangler.js");

export type Ran = { isOk: boolean; output: string };

/** Runs to the end. `show` lets its output through; else it is returned. `input` goes to its standard input. */
export function wrangler(args: string[], options: { show?: boolean; input?: string } = {}): Ran {
	const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
		cwd: root,
		encoding: "utf8",
		env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
		stdio:
			options.show === true
				? "inherit"
				: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		...(options.input !== undefined && { input: options.input }),
	});
	return { isOk: status === 0, output: `${stdout ?? ""}${stderr ?? ""}` };
}

/** Runs and throws what wrangler said when it failed. */
export function wranglerOrThrow(
	args: string[],
	options: { show?: boolean; input?: string } = {},
): string {
	const ran = wrangler(args, options);
	if (!ran.isOk) throw new Error(`wrangler ${args.join(" ")} failed.\n${ran.output}`);
	return ran.output;
}
