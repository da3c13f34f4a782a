// `npm run dev`: wrangler dev, which builds again on every change. State is in .wrangler.
import { buildAssets } from "./build.ts";
import { prepareWranglerDev, SECRETS_FILE } from "./local/wrangler-dev.ts";
import { wrangler } from "./wrangler.ts";

await buildAssets();
await prepareWranglerDev("--local", SECRETS_FILE, process.env.API_KEY);
wrangler(["dev", ...process.argv.slice(2)], { show: true });
