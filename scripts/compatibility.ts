// `npm run compatibility`: runs every method of the published clients against a new local server, and holds
// docs/compatibility.md against what came of it; with --write it rewrites that page.
import { writeFileSync } from "node:fs";
import { LocalServer } from "../test/support/local-server.ts";
import { Receiver } from "../test/support/receiver.ts";
import { PAGE, runCompatibility, untrueLines } from "./compatibility/run.ts";

const server = new LocalServer();
const receiver = new Receiver();
try {
	await Promise.all([server.start(), receiver.start()]);
	const target = `${receiver.url}/to/compatibility`;
	const { page, problems } = await runCompatibility(server.url, server.apiKey, target);
	if (process.argv.includes("--write")) writeFileSync(PAGE, page);
	const wrong = [...problems, ...untrueLines(page)];
	const hint = "\nRun `npm run compatibility -- --write` when the table is to change.";
	console.log(wrong.length === 0 ? "docs/compatibility.md is true" : wrong.join("\n") + hint);
	process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
	await Promise.all([server.remove(), receiver.stop()]);
}
