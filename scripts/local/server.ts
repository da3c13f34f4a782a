// Runs the built Worker on real workerd, with all state in one directory.
import { join, resolve } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import {
	convertV4MiniflareOptions,
	Log,
	LogLevel,
	Miniflare,
	type V4MiniflareOptions,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { hintOf } from "../../src/core/token.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { parseConfig, SETTING_NAMES } from "../../src/platform/config.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { addApiKey, FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { type Db, writeAll } from "../../src/store/db.ts";
import { migrate } from "./migrate.ts";
import { setRuntimeFlags } from "./runtime-flags.ts";
import {
	endStaleRuntime,
	forgetRuntime,
	keepSecret,
	makeApiKey,
	makeMasterKey,
	rememberRuntime,
} from "./state.ts";

const root = join(import.meta.dirname, "..", "..");

export type LocalServer = { url: string; apiKey: string; stop(): Promise<void> };

/** Starts the server. Throws a sentence when a setting is wrong or the port is taken. */
export async function startLocalServer(
	environment: Record<string, string | undefined>,
): Promise<LocalServer> {
	const stateDir = resolve(root, environment.STATE_DIR ?? ".data");
	const port = parsePort(environment.PORT ?? "8787");
	const given = SETTING_NAMES.filter((name) => environment[name] !== undefined);
	const bindings = {
		ALLOW_PRIVATE_TARGETS: "true",
		...Object.fromEntries(given.map((name) => [name, environment[name] ?? ""])),
		...(environment.SAAS_ZONE_ID !== undefined && {
			CLOUDFLARE_API_TOKEN: environment.CLOUDFLARE_API_TOKEN ?? "",
		}),
		MASTER_KEY: environment.MASTER_KEY ?? keepSecret(stateDir, "master-key", makeMasterKey),
	};
	parseConfig(bindings);
	endStaleRuntime(stateDir);

	// The simulator takes them from nowhere else.
	setRuntimeFlags();
	const inspectorPort = environment.INSPECTOR_PORT;
	const runtime = new Miniflare({
		...toOptions(bindings, stateDir, port),
		...(inspectorPort !== undefined && { inspectorPort: Number(inspectorPort) }),
	});
	try {
		await runtime.ready;
	} catch (error) {
		// It tells the same problem again, in its own words.
		await runtime.dispose().catch(() => undefined);
		throw new Error(readyProblem(error, port));
	}
	rememberRuntime(stateDir);
	const d1 = await runtime.getD1Database("DB");
	await migrate(d1, join(root, "migrations"));
	const apiKey = environment.API_KEY ?? keepSecret(stateDir, "api-key", makeApiKey);
	await addFirstKey(drizzle(d1) as unknown as Db, apiKey);
	return {
		url: `http://127.0.0.1:${port}`,
		apiKey,
		async stop() {
			await runtime.dispose();
			forgetRuntime(stateDir);
		},
	};
}

/** The Worker as wrangler.toml describes it, with this server's settings, port and state. */
function toOptions(bindings: Record<string, string>, stateDir: string, port: number) {
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, "wrangler.toml"));
	// The simulator writes to disk for every request that it counts, which a limit is not worth here.
	const { assets: _, ratelimits: __, bindings: vars, ...worker } = workerOptions;
	const options = {
		// Requests go to the Worker directly: the simulator's own entry and asset router cost most of the speed.
		workers: [
			{
				...worker,
				name: "edgehook",
				rootPath: root,
				modules: [{ type: "ESModule", path: join(root, "dist", "worker", "index.js") }],
				bindings: { ...(vars as Record<string, string>), ...bindings },
				serviceBindings: {
					ASSETS: "pages",
					OUTBOUND: {
						network: { allow: ["public", "private"], tlsOptions: { trustBrowserCas: true } },
					},
				},
				unsafeDirectSockets: [{ host: "127.0.0.1", port }],
			},
			{
				name: "pages",
				modules: true,
				script: "export default { fetch: () => new Response(null, { status: 404 }) }",
				compatibilityDate: worker.compatibilityDate,
				assets: { directory: join(root, "dist", "assets") },
			},
		],
		host: "127.0.0.1",
		port: 0,
		cf: false,
		logRequests: false,
		log: new Log(LogLevel.WARN),
		resourcePersistencePath: stateDir,
	};
	// safe because wrangler makes its part for this very function
	return convertV4MiniflareOptions(options as unknown as V4MiniflareOptions);
}

async function addFirstKey(db: Db, apiKey: string): Promise<void> {
	const key = {
		organisationId: FIRST_ORGANISATION,
		organisationName: "First organisation",
		name: "First key",
		hash: await sha256Hex(apiKey),
		hint: hintOf(apiKey),
	} as const;
	await writeAll(db, addApiKey({ db, now: Date.now(), randomBytes }, key));
}

function parsePort(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
	throw new Error(`PORT is '${text}': write a number from 1 to 65535.`);
}

function readyProblem(error: unknown, port: number): string {
	const message = error instanceof Error ? error.message : String(error);
	return /EADDRINUSE|address already in use|in use/i.test(message)
		? `Port ${port} is taken: stop what uses it, or start with another one, as in PORT=8788 npm start.`
		: message;
}
