// The floor: a bare Worker on the same runtime, in a process of its own. `/answer` only answers; `/write` writes
// one row to a Durable Object before it does. Prints `READY {"url":"…"}`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { setRuntimeFlags } from "../../scripts/local/runtime-flags.ts";

const SCRIPT = `
import { DurableObject } from "cloudflare:workers";
export class Rows extends DurableObject {
	constructor(ctx, env) {
		super(ctx, env);
		ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
	}
	write(text) {
		this.ctx.storage.sql.exec("INSERT INTO rows (text) VALUES (?)", text);
	}
}
export default {
	async fetch(request, env) {
		const text = await request.text();
		if (request.url.endsWith("/write")) await env.ROWS.get(env.ROWS.idFromName("rows")).write(text);
		return new Response('{"ok":true}', { status: 202, headers: { "content-type": "application/json" } });
	},
};
`;

const stateDir = mkdtempSync(join(tmpdir(), "edgehook-floor-"));
const port = Number(process.argv[2]);
const options = {
	workers: [
		{
			name: "floor",
			modules: true,
			script: SCRIPT,
			compatibilityDate: "2026-11-01",
			durableObjects: { ROWS: { className: "Rows", useSQLite: true } },
			unsafeDirectSockets: [{ host: "127.0.0.1", port }],
		},
	],
	host: "127.0.0.1",
	port: 0,
	cf: false,
	logRequests: false,
	log: new Log(LogLevel.WARN),
	resourcePersistencePath: stateDir,
};
setRuntimeFlags();
// safe because these are the simulator's own options, of which it checks each
const runtime = new Miniflare(
	convertV4MiniflareOptions(options as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
);
const stop = async () => {
	await runtime.dispose();
	rmSync(stateDir, { recursive: true, force: true });
	process.exit(0);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
await runtime.ready;
console.log(`READY ${JSON.stringify({ url: `http://127.0.0.1:${port}` })}`);
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
