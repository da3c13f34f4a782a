// `npm run check`: format, lint, types, contract and architecture, side by side.
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const bin = (...path: string[]) => join(root, "node_modules", ...path);
const node = process.execPath;

const checks: Record<string, string[]> = {
	"format and lint": [
		node,
		bin("@biomejs", "biome", "bin", "biome"),
		"check",
		"--error-on-warnings",
	],
	"types of the Worker": [node, bin("typescript", "bin", "tsc"), "-p", "tsconfig.json"],
	"types of scripts and tests": [node, bin("typescript", "bin", "tsc"), "-p", "tsconfig.node.json"],
	"types of the portal": [node, bin("typescript", "bin", "tsc"), "-p", "portal"],
	"types of the portal's tests": [node, bin("typescript", "bin", "tsc"), "-p", "test/browser"],
	"types of the React kit": [node, bin("typescript", "bin", "tsc"), "-p", "clients/react"],
	contract: [node, "scripts/openapi.ts", "--check"],
	architecture: [
		node,
		bin("vitest", "vitest.mjs"),
		"run",
		"--project",
		"core",
		"test/architecture.test.ts",
	],
};

/** Runs all checks; prints what failed. Resolves to true when all passed. */
export async function check(): Promise<boolean> {
	const passed = await Promise.all(
		Object.entries(checks).map(([name, command]) => run(name, command)),
	);
	return passed.every(Boolean);
}

function run(name: string, [command = "", ...args]: string[]): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		child.stdout.on("data", (text) => (output += text));
		child.stderr.on("data", (text) => (output += text));
		child.on("exit", (code) => {
			console.log(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
			if (code !== 0) console.log(output);
			resolve(code === 0);
		});
	});
}

if (import.meta.main && !(await check())) process.exit(1);
