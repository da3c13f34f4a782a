// Runs a script on the project's own Node: installs what is missing, then hands over.
// Plain JavaScript, because a fresh machine runs it on whatever Node npm came with.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const node = join(root, "node_modules", "node", "bin", "node");

installIfNeeded();
const child = spawn(node, process.argv.slice(2), { cwd: root, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm's shell ends on a signal without passing it on: then nobody is left to stop what it started.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
	setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
}
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));

function installIfNeeded() {
	// npm writes this file last; it is older than the lock file after a pull that changed packages.
	const installed = join(root, "node_modules", ".package-lock.json");
	const isCurrent =
		existsSync(node) &&
		existsSync(installed) &&
		timeOf(installed) >= timeOf(join(root, "package-lock.json"));
	if (isCurrent) return;
	console.error("Installing packages (once; about a minute) …");
	const npm = process.platform === "win32" ? "npm.cmd" : "npm";
	const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
	const { status } = spawnSync(npm, ["ci", ...quiet], { cwd: root, stdio: ["ignore", 2, 2] });
	if (status !== 0 || !existsSync(node)) {
		console.error("npm ci failed; its output above says why. Nothing was started.");
		process.exit(1);
	}
}

function timeOf(file) {
	return statSync(file).mtimeMs;
}
