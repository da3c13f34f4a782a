// `npm start`: builds, migrates, starts the local server and says what to try.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.ts";
import { startLocalServer } from "./local/server.ts";

const root = join(import.meta.dirname, "..");

async function main(): Promise<void> {
	const isFirst = !existsSync(join(root, process.env.STATE_DIR ?? ".data", "master-key"));
	build();
	const server = await startLocalServer(process.env);
	if (isFirst) console.log(welcome(server.url, server.apiKey));
	console.log(`READY ${JSON.stringify({ api: server.url, portal: server.url, apiKey: server.apiKey })}`);

	const stop = async () => {
		await server.stop();
		process.exit(0);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
	// When whoever started us is gone without a word, nobody wants the server any more.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
}

function welcome(url: string, apiKey: string): string {
	return `
Edgehook is running at ${url} (reference: ${url}/docs).
Send a first message: paste this, and see it arrive.

  KEY=${apiKey} API=${url}/api/v1 node scripts/first-message.mjs
`;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
