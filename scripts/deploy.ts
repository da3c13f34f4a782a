// `npm run deploy`: build, deploy, migrate, make what is missing, and say where it runs.
// With --dry-run it builds and validates what would be uploaded, and changes nothing.
import { build } from "./build.ts";
import { ensureFirstKey } from "./first-key.ts";
import { makeMasterKey } from "./local/state.ts";
import { wrangler, wranglerOrThrow } from "./wrangler.ts";

const QUEUES = ["edgehook-fanout", "edgehook-fanout-dlq"];

async function deploy(): Promise<void> {
	step("Queues");
	for (const queue of QUEUES) {
		const { isOk, output } = wrangler(["queues", "create", queue]);
		if (!isOk && !/already (exists|taken)|11009/i.test(output)) throw new Error(output);
	}
	step("Worker (creates the database and the key-value store on the first time)");
	const deployed = wranglerOrThrow(["deploy"]);
	console.log(deployed);
	step("Migrations");
	wranglerOrThrow(["d1", "migrations", "apply", "DB", "--remote"], { show: true });
	step("MASTER_KEY");
	if (!wranglerOrThrow(["secret", "list"]).includes('"MASTER_KEY"')) {
		wranglerOrThrow(["secret", "put", "MASTER_KEY"], { input: makeMasterKey() });
		console.log(
			"Made and stored. It encrypts signing secrets: nobody can read it back, nor needs to.",
		);
	}
	step("First API key");
	const key = await ensureFirstKey("--remote", process.env.API_KEY);
	const [url = "your Worker's address"] = /https:\/\/\S+\.workers\.dev/.exec(deployed) ?? [];
	console.log(
		key === null
			? `There are keys already. Edgehook runs at ${url}`
			: `Edgehook runs at ${url}\nAPI key (shown only now): ${key}`,
	);
}

function step(name: string): void {
	console.log(`\n— ${name} …`);
}

try {
	build();
	if (process.argv.includes("--dry-run")) {
		console.log(wranglerOrThrow(["deploy", "--dry-run"]));
		console.log("Dry run: the bundle and the bindings above are valid; nothing was uploaded.");
	} else {
		await deploy();
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
