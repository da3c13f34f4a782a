import { join } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const migrations = await readD1Migrations(join(import.meta.dirname, "migrations"));

export default defineConfig({
	test: {
		maxWorkers: 2,
		projects: [
			{
				test: {
					name: "core",
					include: ["test/{core,scripts,bench}/**/*.test.ts", "test/*.test.ts"],
				},
			},
			{
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
						},
					}),
				],
				test: {
					name: "worker",
					include: ["test/{store,platform,services,delivery,http,jobs}/**/*.test.ts"],
					setupFiles: ["test/support/worker-setup.ts"],
					globalSetup: ["test/support/receiver-setup.ts"],
				},
			},
			{
				test: {
					name: "journeys",
					include: ["test/journeys/**/*.test.ts"],
					globalSetup: ["test/support/build-setup.ts"],
					testTimeout: 120_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
