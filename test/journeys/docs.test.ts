// What the guides tell people to run: every marked command works, one after the other, on a real server.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listSources } from "../../scripts/docs-site/contents.ts";
import { listMarked, root } from "../support/guides.ts";
import { Installation } from "../support/journey.ts";

const installation = new Installation({});
const directory = mkdtempSync(join(tmpdir(), "edgehook-guides-"));

beforeAll(async () => {
	symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
	await installation.start();
});
afterAll(async () => {
	await installation.stop();
	rmSync(directory, { recursive: true });
});

const guides = listSources()
	.map(({ file }) => file)
	.filter((file) => listMarked(file, "run").length > 0);

/** Any answer but a success ends the script. */
const PROLOGUE = `set -eu
curl() { command curl --fail-with-body -w '\\n' "$@"; }
AUTH="Authorization: Bearer $API_KEY"
JSON="Content-Type: application/json"
`;

test("There are guides with commands to run", () => {
	expect(guides.length).toBeGreaterThan(9);
});

test.each(guides)("The commands of %s work", async (file) => {
	const script = codeOf(file, "sh");
	const apiKey = await organisationFor(script);
	const api = `${installation.server.url}/api/v1`;
	if (!script.includes('"uid": "main"')) await prepare(api, apiKey);
	const environment = { API: api, API_KEY: apiKey };
	const ended = await run(["bash", "-c", PROLOGUE + script], environment);
	expect(ended.code, ended.output).toBe(0);
	expect(ended.output).toContain("{");
	writeFileSync(join(directory, "program.mjs"), codeOf(file, "js"));
	const program = await run([process.execPath, "program.mjs"], environment);
	expect(program.code, program.output).toBe(0);
});

/** All that is marked in a language, with the addresses of this installation. */
const codeOf = (file: string, language: string): string =>
	listMarked(file, "run")
		.filter((block) => block.language === language)
		.map(({ code }) => code)
		.join("\n")
		.replaceAll("http://127.0.0.1:8788", installation.receiver.url)
		.replaceAll("http://127.0.0.1:8787", installation.server.url);

/** Each guide has an organisation of its own, but those that show what only the first one may do. */
async function organisationFor(script: string): Promise<string> {
	if (script.includes("/operator/")) return installation.server.apiKey;
	const { apiKey } = await installation.call("POST", "/operator/organisation/", { name: "Guide" });
	return apiKey.key;
}

/** What the first guide made. */
async function prepare(api: string, apiKey: string): Promise<void> {
	const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
	const url = `${installation.receiver.url}/to/guide`;
	for (const [path, body] of [
		["/app", { name: "Acme", uid: "acme" }],
		["/app/acme/endpoint", { uid: "main", url }],
		["/app/acme/msg", { eventType: "invoice.paid", payload: { id: "inv_0" } }],
	] as const) {
		const answer = await fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) });
		expect(answer.ok, path).toBe(true);
	}
}

function run([program = "", ...args]: readonly string[], environment: Record<string, string>) {
	return new Promise<{ code: number | null; output: string }>((resolve) => {
		const env = { ...process.env, ...environment };
		const child = spawn(program, args, { cwd: directory, env });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.on("data", (chunk: Buffer) => {
				output += chunk;
			});
		}
		child.on("close", (code) => resolve({ code, output }));
	});
}
