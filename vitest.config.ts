import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const migrations = await readD1Migrations(join(import.meta.dirname, "migrations"));

const IN_API = ["test/{store,platform,services,http,jobs}/**/*.test.ts"];
/** What takes tables away needs a runtime of its own. */
const BREAKS_TABLES = ["test/http/server-errors.test.ts"];

/** Tests that run inside workerd, with real D1, objects, queues and KV. */
const inWorkerd = (
	name: string,
	files: { include: string[]; exclude?: string[] },
	isolate: boolean,
	retry = 0,
): TestProjectConfiguration => ({
	plugins: [
		cloudflareTest({
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				bindings: {
					TEST_MIGRATIONS: migrations,
					MASTER_KEY: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
					ALLOW_PRIVATE_TARGETS: "true",
					DELIVERY_TIMEOUT_MS: "1000",
					PAYLOAD_MAX_BYTES: "20000",
				},
				ratelimits: { TEST_LIMIT: { namespace_id: "1", simple: { limit: 3, period: 60 } } },
			},
		}),
	],
	test: {
		name,
		isolate,
		retry,
		...files,
		setupFiles: ["test/support/worker-setup.ts", "test/support/property-setup.ts"],
		// It is published as CommonJS over ES modules.
		deps: { optimizer: { ssr: { enabled: true, include: ["itty-durable"] } } },
		globalSetup: ["test/support/receiver-setup.ts"],
	},
});

export default defineConfig({
	test: {
		maxWorkers: Math.max(2, availableParallelism() - 1),
		projects: [
			{
				test: {
					name: "core",
					include: ["test/{core,scripts,bench,portal,react}/**/*.test.ts", "test/*.test.ts"],
					setupFiles: ["test/support/property-setup.ts"],
				},
			},
			// Each test there has an organisation of its own, so that its files can share a runtime.
			inWorkerd("api", { include: IN_API, exclude: BREAKS_TABLES }, false),
			// Real time passes there: a machine that stalls for a second gets a second chance.
			inWorkerd("delivery", { include: ["test/delivery/**/*.test.ts", ...BREAKS_TABLES] }, true, 1),
			{
				test: {
					name: "journeys",
					include: ["test/journeys/**/*.test.ts"],
					globalSetup: ["test/support/build-setup.ts"],
					// The tests that kill the server set it to 0: what is lost once is lost.
					retry: 1,
					testTimeout: 120_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					retry: 1,
					globalSetup: ["test/support/build-setup.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
