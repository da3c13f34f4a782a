// `npm run dev:pages`: the Worker in `wrangler dev`, and the portal beside it in `wrangler pages dev`, bound to it.
// PORT is the Worker's, PAGES_PORT the portal's; state is where `npm run dev` has it, or in STATE_DIR.
import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Where } from "./api-key.ts";
import { build } from "./build.ts";
import { prepareWranglerDev, SECRETS_FILE } from "./local/wrangler-dev.ts";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
const HOST = "127.0.0.1";
/** A first start on a busy machine. */
const READY_WITHIN_MS = 120_000;

async function main(): Promise<void> {
	const { API_KEY, PORT = "8787", STATE_DIR } = process.env;
	const pagesPort = process.env.PAGES_PORT ?? String(Number(PORT) + 1);
	const own = STATE_DIR === undefined ? null : resolve(root, STATE_DIR);
	const where: Where = own === null ? "--local" : { stateDir: own };
	const secretsFile = own === null ? SECRETS_FILE : join(own, "secrets");
	await build();
	const apiKey = await prepareWranglerDev(where, secretsFile, API_KEY);

	const api = `http://${HOST}:${PORT}`;
	const portal = `http://${HOST}:${pagesPort}`;
	const stateDir = own ?? join(root, ".wrangler", "state");
	// Where the two find each other: with nobody else of this machine.
	const registry = join(stateDir, "registry");
	const usual = ["--persist-to", stateDir, "--ip", HOST, "--show-interactive-dev-session=false"];
	// One without the other is of no use.
	const children: ChildProcess[] = [];
	process.once("exit", () => {
		for (const child of children) child.kill("SIGTERM");
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(0));
	const start = (folder: string, args: string[]) => {
		const child = spawnWrangler(folder, [...args, ...usual], registry);
		child.once("exit", (code) => process.exit(code ?? 1));
		children.push(child);
	};
	start(root, [
		...["dev", "--port", PORT, "--inspector-port", "0"],
		...["--env-file", secretsFile, "--var", `PORTAL_URL:${portal}`],
	]);
	await answers(`${api}/api/v1/health`);
	start(join(root, "portal"), ["pages", "dev", "--port", pagesPort, "--inspector-port", "0"]);
	await answers(`${portal}/api/v1/health`);
	console.log(`READY ${JSON.stringify({ api, portal, apiKey })}`);
}

function spawnWrangler(folder: string, args: string[], registry: string): ChildProcess {
	return spawn(process.execPath, [bin, ...args], {
		cwd: folder,
		stdio: ["ignore", "inherit", "inherit"],
		env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_REGISTRY_PATH: registry },
	});
}

/** Waits until a URL answers with success. */
async function answers(url: string): Promise<void> {
	const end = Date.now() + READY_WITHIN_MS;
	for (;;) {
		const response = await fetch(url).catch(() => null);
		await response?.body?.cancel();
		if (response?.ok === true) return;
		if (Date.now() > end) throw new Error(`${url} did not answer in time.`);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
