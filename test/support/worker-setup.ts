// Makes the tables before the tests of a file.
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

declare global {
	namespace Cloudflare {
		interface Env extends TestEnv {}
		interface GlobalProps {
			mainModule: typeof import("../../src/index.ts");
		}
	}
}
type TestEnv = import("../../src/env.ts").Env & { TEST_MIGRATIONS: D1Migration[] };

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
