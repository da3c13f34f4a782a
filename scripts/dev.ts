// `npm run dev`: wrangler dev, which builds again on every change. State is in .wrangler.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFirstKey } from "./api-key.ts";
import { buildAssets } from "./build.ts";
import { makeMasterKey } from "./local/state.ts";
import { wrangler, wranglerOrThrow } from "./wrangler.ts";

const vars = join(import.meta.dirname, "..", ".dev.vars");
if (!existsSync(vars)) {
	writeFileSync(vars, `MASTER_KEY=${makeMasterKey()}\nALLOW_PRIVATE_TARGETS=true\n`, {
		mode: 0o600,
	});
}
buildAssets();
wranglerOrThrow(["d1", "migrations", "apply", "DB", "--local"]);
const key = await ensureFirstKey("--local", process.env.API_KEY);
if (key !== null) console.log(`API key (shown only now): ${key}`);
wrangler(["dev", ...process.argv.slice(2)], { show: true });
