// Before the tests of a file: makes the tables, and puts back what another file may have left changed.
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

declare global {
	namespace Cloudflare {
		interface Env extends TestEnv {}
		interface GlobalProps {
			mainModule: typeof import("../../src/index.ts");
		}
	}
}
type TestEnv = import("../../src/env.ts").Env & { TEST_MIGRATIONS: D1Migration[] };

vi.useRealTimers();
vi.restoreAllMocks();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
