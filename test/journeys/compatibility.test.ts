// docs/compatibility.md is true: every method of the published clients does what its row says.
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCompatibility, untrueLines } from "../../scripts/compatibility/run.ts";
import { LocalServer } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

const server = new LocalServer();
const receiver = new Receiver();

beforeAll(async () => {
	await Promise.all([server.start(), receiver.start()]);
});
afterAll(async () => {
	await Promise.all([server.remove(), receiver.stop()]);
});

/** What works there must not stop to. */
const MUST_WORK =
	/^\| `(application|authentication|endpoint|eventType|message|messageAttempt|operationalWebhook\.endpoint|backgroundTask|environment|statistics|health|integration)\.\w+`/;

test("each row of the table of methods is true", async () => {
	const target = `${receiver.url}/to/compatibility`;
	const { page, problems } = await runCompatibility(server.url, server.apiKey, target);
	expect(problems).toEqual([]);
	expect(untrueLines(page)).toEqual([]);
	const rows = page.split("\n").filter((line) => MUST_WORK.test(line));
	expect(rows.length).toBeGreaterThan(75);
	// Only streams, transformations and keys that can be read again are left out there.
	const leftOut = rows.filter((row) => row.includes("left out"));
	expect(leftOut.filter((row) => !/stream|transformation|getKey/i.test(row))).toEqual([]);
});
