import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

const migrations = await readD1Migrations(join(import.meta.dirname, "migrations"));

/** A busy machine takes longer than the usual second. */
const PATIENT = { poll: { timeout: 15_000 } };

/** Tests that run inside workerd, with real D1, objects, queues and KV. */
const inWorkerd = (name: string, include: string, retry: number): TestProjectConfiguration => ({
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
		include: [include],
		retry,
		// Each test has an organisation of its own: so files share a runtime, which takes a second to start.
		isolate: false,
		testTimeout: 30_000,
		expect: PATIENT,
		setupFiles: ["test/support/worker-setup.ts", "test/support/property-setup.ts"],
		// It is published as CommonJS over ES modules.
		deps: { optimizer: { ssr: { enabled: true, include: ["itty-durable"] } } },
		globalSetup: ["test/support/receiver-setup.ts"],
	},
});

export default defineConfig({
	test: {
		// Most of them wait for something most of the time.
		maxWorkers: availableParallelism() + 1,
		projects: [
			{
				test: {
					name: "core",
					// They change nothing that others read.
					isolate: false,
					testTimeout: 30_000,
					include: ["test/{core,scripts,bench,portal,react}/**/*.test.ts", "test/*.test.ts"],
					setupFiles: ["test/support/property-setup.ts"],
				},
			},
			inWorkerd("api", "test/{store,platform,services,http,jobs}/**/*.test.ts", 0),
			// Real time passes there: a machine that stalls for a second gets a second chance.
			inWorkerd("delivery", "test/delivery/**/*.test.ts", 1),
			{
				test: {
					name: "journeys",
					include: ["test/journeys/**/*.test.ts"],
					globalSetup: ["test/support/build-setup.ts"],
					isolate: false,
					// The tests that kill the server set it to 0: what is lost once is lost.
					retry: 1,
					testTimeout: 120_000,
					expect: PATIENT,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					retry: 1,
					globalSetup: ["test/support/build-setup.ts", "test/browser/support/chromium-setup.ts"],
					isolate: false,
					testTimeout: 60_000,
					expect: PATIENT,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
