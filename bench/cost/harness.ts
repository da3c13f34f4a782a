// Runs the counted Worker on real workerd, with all state in a temporary directory, and a real receiver.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/d1";
import { build } from "esbuild";
import {
	convertV4MiniflareOptions,
	Log,
	LogLevel,
	Miniflare,
	type V4MiniflareOptions,
} from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { migrate } from "../../scripts/local/migrate.ts";
import { makeApiKey, makeMasterKey } from "../../scripts/local/state.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { addApiKey, FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { type Db, writeAll } from "../../src/store/db.ts";
import { Receiver } from "../../test/support/receiver.ts";
import type { Counts } from "./counts.ts";

const root = join(import.meta.dirname, "..", "..");
const configPath = join(root, "wrangler.toml");

export type Settings = Record<string, string>;

export class Harness {
	readonly apiKey = makeApiKey();
	readonly receiver = new Receiver();
	readonly samplingRate =
		unstable_readConfig({ config: configPath }).observability.head_sampling_rate ?? 1;
	readonly #directory = mkdtempSync(join(tmpdir(), "edgehook-cost-"));
	readonly #settings: Settings & { MASTER_KEY: string };
	#runtime: Miniflare | null = null;
	url = "";

	constructor(settings: Settings = {}) {
		this.#settings = { ...settings, MASTER_KEY: makeMasterKey() };
	}

	async start(): Promise<this> {
		await this.receiver.start();
		const d1 = await (await this.#run()).getD1Database("DB");
		await migrate(d1, join(root, "migrations"));
		await addKey(drizzle(d1) as unknown as Db, this.apiKey); // safe: made by the same function
		return this;
	}

	/** Starts again after a change of the databases' files, which nothing else has open meanwhile. */
	async offline(change: (directory: string) => void): Promise<void> {
		await this.#runtime?.dispose();
		change(join(this.#directory, "state"));
		await this.#run();
	}

	/** Starts again with what is stored: all memory is lost, and counters begin at 0. */
	restart(): Promise<void> {
		return this.offline(() => {});
	}

	async #run(): Promise<Miniflare> {
		const runtime = new Miniflare(toOptions(await bundle(), this.#directory, this.#settings));
		this.#runtime = runtime;
		this.url = (await runtime.ready).origin;
		return runtime;
	}

	async stop(): Promise<void> {
		try {
			await Promise.all([this.#runtime?.dispose(), this.receiver.stop()]);
		} finally {
			rmSync(this.#directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
		}
	}

	async reset(): Promise<void> {
		await fetch(`${this.url}/__bench/reset`, { method: "POST" });
	}

	/** Moves the Worker's clock, and runs the alarms that are then overdue. */
	async advance(days: number): Promise<void> {
		const ms = days * 86_400_000;
		const response = await fetch(`${this.url}/__bench/advance?ms=${ms}`, { method: "POST" });
		if (!response.ok) throw new Error(`advance: ${response.status} ${await response.text()}`);
	}

	async counts(): Promise<Counts> {
		const response = await fetch(`${this.url}/__bench/counters`);
		return (await response.json()) as Counts; // safe because the bench Worker answers it
	}

	/** Waits until nothing runs and nothing is to come; with `alarms: false` they may be open. */
	async quiet(alarms = true, timeoutMs = 170_000): Promise<Counts> {
		const end = Date.now() + timeoutMs;
		let before = "";
		for (;;) {
			await sleep(150);
			const counts = await this.counts();
			const { open, sums } = counts;
			const text = JSON.stringify(sums);
			const isQuiet = open.handlers + open.timers + (alarms ? open.alarms : 0) === 0;
			if (isQuiet && text === before) return counts;
			before = text;
			if (Date.now() > end) throw new Error(`never quiet: ${JSON.stringify(open)}`);
		}
	}

	async post<T = { id: string }>(
		path: string,
		body: unknown,
		headers: Record<string, string> = {},
	): Promise<T> {
		const response = await fetch(`${this.url}/api/v1${path}`, {
			method: "POST",
			headers: {
				authorization: `Bearer ${this.apiKey}`,
				"content-type": "application/json",
				...headers,
			},
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return (await response.json()) as T; // safe because every created thing has an id, and T is the contract's
	}
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let bundled: Promise<string> | null = null;

/** Once for all servers of this process. */
function bundle(): Promise<string> {
	bundled ??= build({
		entryPoints: [join(import.meta.dirname, "worker.ts")],
		write: false,
		bundle: true,
		format: "esm",
		target: "es2024",
		conditions: ["workerd", "worker", "browser"],
		external: ["cloudflare:*", "node:*"],
		logLevel: "warning",
	}).then(({ outputFiles: [file] }) => file?.text ?? "");
	return bundled;
}

/** The Worker as wrangler.toml describes it, with the counted entry in place of the real one. */
function toOptions(script: string, directory: string, settings: Settings) {
	const { workerOptions } = unstable_getMiniflareWorkerOptions(configPath);
	const { assets: _, bindings: vars, compatibilityFlags: flags, ...worker } = workerOptions;
	const options = {
		workers: [
			{
				...worker,
				name: "edgehook",
				rootPath: directory,
				modules: [{ type: "ESModule", path: join(directory, "worker.js"), contents: script }],
				// The meter tells with it in which object a timer is set.
				compatibilityFlags: [...(flags as string[]), "nodejs_als"],
				bindings: {
					...(vars as Record<string, string>),
					ALLOW_PRIVATE_TARGETS: "true",
					...settings,
				},
			},
		],
		host: "127.0.0.1",
		port: 0,
		cf: false,
		logRequests: false,
		log: new Log(LogLevel.WARN),
		resourcePersistencePath: join(directory, "state"),
	};
	// safe because wrangler makes its part for this very function
	return convertV4MiniflareOptions(options as unknown as V4MiniflareOptions);
}

async function addKey(db: Db, apiKey: string): Promise<void> {
	const key = {
		organisationId: FIRST_ORGANISATION,
		organisationName: "Bench",
		name: "Bench",
		hash: await sha256Hex(apiKey),
	} as const;
	await writeAll(db, addApiKey({ db, now: Date.now(), randomBytes }, key));
}
