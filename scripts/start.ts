// `npm start`: builds, migrates, starts the local server and says what to try. `-- --demo`: with a customer to look at.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { startDemo } from "./local/demo.ts";
import { startDemoReceiver } from "./local/demo-receiver.ts";
import { type LocalServer, startLocalServer } from "./local/server.ts";

const root = join(import.meta.dirname, "..");

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { demo: { type: "boolean", default: false } } });
	const stateDir = resolve(root, process.env.STATE_DIR ?? ".data");
	const isFirst = !existsSync(join(stateDir, "d1"));
	console.error("Building …");
	await build();
	console.error("Starting …");
	const server = await startLocalServer(process.env);
	if (values.demo) await startDemo(server);
	else if (isFirst) await welcome(server);
	const { url, apiKey } = server;
	console.log(`READY ${JSON.stringify({ api: url, portal: url, apiKey })}`);

	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		await server.stop();
		process.exit(0);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
	// When whoever started us is gone without a word, nobody wants the server any more.
	const parent = process.ppid;
	setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
}

/** On the first run: a receiver, and commands that send it a message. */
async function welcome({ url, apiKey }: LocalServer): Promise<void> {
	const port = Number(new URL(url).port) + 1_000;
	const receiver = await startDemoReceiver(port <= 65_535 ? port : 0, async () => {
		const response = await fetch(`${url}/api/v1/app/demo/endpoint/demo/secret`, {
			headers: { authorization: `Bearer ${apiKey}` },
		});
		return response.ok ? ((await response.json()) as { key: string }).key : null;
	});
	const header = `-H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
	console.log(`
Edgehook is running. Guides and reference: ${url}/docs · console: ${url}/console · a customer's portal: npm start -- --demo

Send your first message: paste this into another terminal, and see it arrive here.

curl -s '${url}/api/v1/app/?get_if_exists=true' ${header} -d '{"name":"Demo","uid":"demo"}' && \\
curl -s -X PUT ${url}/api/v1/app/demo/endpoint/demo/ ${header} -d '{"uid":"demo","url":"${receiver.url}"}' && \\
curl -s ${url}/api/v1/app/demo/msg/ ${header} -d '{"eventType":"demo.hello","payload":{"hello":"world"}}'
`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
