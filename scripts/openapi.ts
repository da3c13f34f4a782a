// Writes openapi.json from the routes' declarations; with --check it only tells whether it is current.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toOpenApi } from "../src/http/openapi.ts";
import { routes } from "../src/http/routes/index.ts";

const file = join(import.meta.dirname, "..", "openapi.json");
const text = `${JSON.stringify(toOpenApi(routes), null, "\t")}\n`;

if (process.argv.includes("--check")) {
	if (readFileSync(file, "utf8") !== text) {
		console.error("openapi.json is not current: run `npm run openapi` and commit it.");
		process.exit(1);
	}
} else {
	writeFileSync(file, text);
}
