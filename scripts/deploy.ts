// `npm run deploy`: makes what is missing, migrates, deploys, and says where it runs.
// With --dry-run it builds and validates what would be uploaded, and changes nothing.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { parseConfig } from "../src/platform/config.ts";
import { ensureFirstKey } from "./api-key.ts";
import { build } from "./build.ts";
import { type Names, readInstallation, readNames, type Step, toSteps } from "./deploy/plan.ts";
import { assertLimitPeriod } from "./deploy/request-limit.ts";
import { makeMasterKey } from "./local/state.ts";
import { wrangler, wranglerOrThrow } from "./wrangler.ts";

const masterKey = process.env.MASTER_KEY ?? makeMasterKey();
let address = "your Worker's address";

const perform: Record<Step, (names: Names) => void | Promise<void>> = {
	queues({ queues }) {
		for (const queue of queues) {
			const { isOk, output } = wrangler(["queues", "create", queue]);
			if (!isOk && !/already (exists|taken)|11009/i.test(output)) throw new Error(output);
		}
	},
	database({ database }) {
		wranglerOrThrow(["d1", "create", database]);
	},
	migrations() {
		console.log(wranglerOrThrow(["d1", "migrations", "apply", "DB", "--remote"]));
	},
	worker() {
		deployWorker([]);
	},
	"worker with MASTER_KEY"() {
		const directory = mkdtempSync(join(tmpdir(), "edgehook-"));
		try {
			const file = join(directory, "secrets.json");
			writeFileSync(file, JSON.stringify({ MASTER_KEY: masterKey }), { mode: 0o600 });
			deployWorker(["--secrets-file", file]);
		} finally {
			rmSync(directory, { recursive: true });
		}
	},
	async "API key"() {
		const key = await ensureFirstKey("--remote", process.env.API_KEY);
		console.log(
			key === null
				? `There are keys already. Edgehook runs at ${address}`
				: `Edgehook runs at ${address}\nAPI key (shown only now): ${key}`,
		);
	},
};

function deployWorker(options: string[]): void {
	const output = wranglerOrThrow(["deploy", ...options]);
	console.log(output);
	address = /https:\/\/\S+\.workers\.dev/.exec(output)?.[0] ?? address;
}

try {
	// Of the environment that CLOUDFLARE_ENV names, if there is one.
	const config = unstable_readConfig({ config: join(import.meta.dirname, "..", "wrangler.toml") });
	const names = readNames(config);
	assertLimitPeriod(config.ratelimits);
	// Secrets are the account's alone: that one is there shows when the Worker starts.
	parseConfig({
		...config.vars,
		MASTER_KEY: masterKey,
		CLOUDFLARE_API_TOKEN: "set with wrangler secret put",
	});
	await build();
	if (process.argv.includes("--dry-run")) {
		console.log(wranglerOrThrow(["deploy", "--dry-run"]));
		console.log("Dry run: the bundle and the bindings above are valid; nothing was uploaded.");
	} else {
		for (const step of toSteps(readInstallation(wrangler, names.database))) {
			console.log(`\n— ${step} …`);
			await perform[step](names);
		}
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
