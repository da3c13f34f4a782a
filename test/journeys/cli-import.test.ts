// Event types from a description: by the command line, and by the action on a pull request.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { Cli, type Ended, fresh, Running } from "../support/cli.ts";
import { LocalServer } from "../support/local-server.ts";
import { PullRequests } from "../support/pull-requests.ts";

const server = new LocalServer();
const pulls = new PullRequests();
const cli = new Cli();
const root = join(import.meta.dirname, "..", "..");

beforeAll(async () => {
	await Promise.all([server.start(), pulls.start()]);
	cli.env = { EDGEHOOK_SERVER: server.url, EDGEHOOK_API_KEY: server.apiKey };
});
afterAll(async () => {
	await Promise.all([server.remove(), pulls.stop(), cli.remove()]);
});

const describe = (types: Record<string, string>) => ({
	openapi: "3.1.0",
	info: { title: "Shop", version: "1" },
	webhooks: Object.fromEntries(
		Object.entries(types).map(([name, description]) => {
			const content = { "application/json": { schema: { type: "object" } } };
			return [name, { post: { operationId: name, description, requestBody: { content } } }];
		}),
	),
});
const inYaml = (types: Record<string, string>) =>
	[
		"openapi: 3.1.0",
		"info: {title: Shop, version: '1'}",
		"webhooks:",
		...Object.entries(types).map(
			([name, text]) => `  ${name}: {post: {description: ${text}, ${BODY}}}`,
		),
	].join("\n");
const BODY = "requestBody: {content: {application/json: {schema: {type: object}}}}";
/** Names of event types that begin so, and are not archived. */
async function names(prefix: string): Promise<string[]> {
	const { text } = await server.request("GET", "/event-type/?limit=250");
	const data: { name: string }[] = JSON.parse(text).data;
	return data.flatMap(({ name }) => (name.startsWith(prefix) ? [name] : []));
}

test("a description in JSON or YAML is previewed, checked and imported", async () => {
	const a = fresh("a");
	const types = { [`${a}.one`]: "One", [`${a}.two`]: "Two" };
	const first = cli.write("first.json", JSON.stringify(describe(types)));
	const run = (...args: string[]) => cli.run(["event-type", "import", ...args]);
	const preview = await run(first, "--dry-run");
	expect(preview.code).toBe(0);
	expect(preview.stdout).toContain(`+ new   ${a}.one\n`);
	expect(preview.stdout).toContain("2 new, 0 changed, 0 archived, 0 unchanged (dry run");
	expect((await run(first, "--check")).code).toBe(2);
	expect(await names(a)).toEqual([]);
	expect((await run(first)).stdout).toContain("2 new, 0 changed, 0 archived, 0 unchanged\n");
	expect((await run(first, "--check")).code).toBe(0);

	const second = inYaml({ [`${a}.two`]: "Second", [`${a}.three`]: "Three" });
	const stdin = await cli.run(["event-type", "import", "-", "--replace-all"], { stdin: second });
	expect(stdin.stdout).toContain(
		`~ changed    ${a}.two\n    description: "Two" → "Second"\n- archived   ${a}.one\n`,
	);
	expect(await names(a)).toEqual([`${a}.three`, `${a}.two`]);
	const report = await cli.json(["event-type", "import", cli.write("second.yaml", second)]);
	expect(report).toMatchObject({ dryRun: false, created: [], updated: [] });
});

test("entries without a body are imported, too", async () => {
	const e = fresh("e");
	const stdin = `openapi: 3.1.0\nwebhooks:\n  ${e}.one: {post: {description: One}}`;
	const { stdout } = await cli.run(["event-type", "import", "-"], { stdin });
	expect(stdout).toContain("1 new");
	expect(await names(e)).toEqual([`${e}.one`]);
});

test("a broken description is refused with its line; a wrong entry does not keep the others", async () => {
	const broken = cli.write("broken.yaml", "openapi: 3.1.0\nwebhooks:\n  a: [1\n  b: 2\n");
	const refused = await cli.run(["event-type", "import", broken]);
	expect(refused.code).toBe(1);
	expect(refused.stderr).toMatch(
		/neither JSON nor YAML; nothing was sent:\n {2}broken\.yaml:\d+:\d+: /,
	);
	const json = cli.write("broken.json", '{\n  "openapi": "3.1.0",\n  "webhooks": {]\n}');
	expect((await cli.run(["event-type", "import", json])).stderr).toMatch(/broken\.json:3:\d+: /);
	const other = await cli.run(["event-type", "import", "-"], { stdin: "title: no description" });
	expect(other).toMatchObject({ code: 1, stdout: "" });
	expect(other.stderr).toContain("The server did not accept this:");

	const b = fresh("b");
	const partly = describe({ [`${b}.good`]: "Good", "b bad": "Bad" });
	const { code, stdout } = await cli.run(["event-type", "import", "-"], {
		stdin: JSON.stringify(partly),
	});
	expect(code).toBe(1);
	expect(stdout).toMatch(/^! failed +\/webhooks\/b bad/m);
	expect(await names(b)).toEqual([`${b}.good`]);
});

/** Runs the action's own step as a runner does: inputs by their names, defaults where none is given. */
async function act(inputs: Record<string, string>, pullRequest: number | null): Promise<Ended> {
	const action = parse(readFileSync(join(root, "action.yml"), "utf8"));
	const [step] = action.runs.steps;
	const given: Record<string, string> = {
		server: server.url,
		"api-key": server.apiKey,
		"command-line": cli.program,
		...inputs,
	};
	const fill = (template: string) =>
		template.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => {
			const { default: fallback, required } = action.inputs[name];
			expect(given[name] !== undefined || required !== true, name).toBe(true);
			return given[name] ?? fallback ?? "";
		});
	const env = Object.entries<string>(step.env).map(([name, template]) => [name, fill(template)]);
	const event = pullRequest === null ? {} : { pull_request: { number: pullRequest } };
	const child = spawn(step.shell, ["-c", step.run], {
		cwd: cli.folder,
		env: {
			PATH: process.env.PATH,
			HOME: cli.folder,
			GITHUB_ACTION_PATH: root,
			GITHUB_API_URL: pulls.url,
			GITHUB_REPOSITORY: "acme/shop",
			GITHUB_EVENT_PATH: join(cli.folder, cli.write("event.json", JSON.stringify(event))),
			GITHUB_STEP_SUMMARY: join(cli.folder, cli.write("summary.md", "")),
			GITHUB_OUTPUT: join(cli.folder, cli.write("output.txt", "")),
			...Object.fromEntries(env),
		},
	});
	return new Running(child).ended;
}
const written = (name: string) => readFileSync(join(cli.folder, name), "utf8");

test("the action comments a check on the pull request, then brings the comment up to date", async () => {
	const c = fresh("c");
	cli.write("api.yaml", inYaml({ [c]: "One" }));
	pulls.comments.length = 0;
	for (let index = 0; index < 120; index++) pulls.add(7, `Comment ${index}`);
	const inputs = { file: "api.yaml", "github-token": pulls.token };
	const check = await act({ ...inputs, check: "true" }, 7);
	expect(check.code).toBe(1);
	expect(check.stdout).toContain("::error::Event types differ from api.yaml.");
	expect(await names(c)).toEqual([]);
	expect(pulls.comments).toHaveLength(121);
	const comment = pulls.comments.at(-1);
	expect(comment).toMatchObject({ pullRequest: 7 });
	expect(comment?.body).toContain(`| 🟢 new | \`${c}\` |  |`);
	expect(comment?.body).toContain("This is a check: nothing was changed.");
	expect(written("summary.md")).toContain(`| 🟢 new | \`${c}\` |  |`);
	expect(written("output.txt")).toBe("changed=true\ncreated=1\nupdated=0\narchived=0\nfailed=0\n");

	expect((await act(inputs, 7)).code).toBe(0);
	expect(await names(c)).toEqual([c]);
	expect(pulls.comments).toHaveLength(121);
	expect(comment?.body).toContain("Imported.");
	const same = await act({ ...inputs, check: "true" }, 7);
	expect(same.code).toBe(0);
	expect(comment?.body).toContain("Nothing to change.");
	expect(written("output.txt")).toContain("changed=false\n");

	// What stands in the file stays within its cell.
	cli.write("api.yaml", inYaml({ [c]: "Changed | `two` @team <b>" }));
	await act({ ...inputs, "dry-run": "true" }, 7);
	const [row = ""] = /^\| 🟡.*$/m.exec(comment?.body ?? "") ?? [];
	expect(row.replaceAll(/`[^`]*`/g, "code")).toBe("| 🟡 changed | code | code: code → code |");
});

test("the action works without a pull request or a token that may comment, and says what fails", async () => {
	const d = fresh("d");
	cli.write("push.yaml", inYaml({ [`${d}.one`]: "One" }));
	pulls.isReadOnly = false;
	const inputs = { file: "push.yaml", "github-token": pulls.token };
	const before = pulls.comments.length;
	expect((await act(inputs, null)).code).toBe(0);
	expect(await names(d)).toEqual([`${d}.one`]);
	pulls.isReadOnly = true;
	const readOnly = await act(inputs, 8);
	expect(readOnly.code).toBe(0);
	expect(readOnly.stdout).toMatch(/^::warning::.*pull-requests: write/m);
	expect(pulls.comments).toHaveLength(before);

	const cases: [Record<string, string>, RegExp][] = [
		[{ file: "none.yaml" }, /^::error::Cannot read none\.yaml: there is no such file\.$/m],
		[{ file: "push.yaml", "api-key": "" }, /^::error::The input «api-key» is empty/m],
		[{ file: "push.yaml", "api-key": "wrong" }, /^::error::.*does not accept this API key/m],
		[{ file: "$(touch made)" }, /^::error::Cannot read \$\(touch made\)/m],
	];
	for (const [wrong, message] of cases) {
		const { code, stdout } = await act(wrong, null);
		expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(message) });
	}
	expect(() => written("made")).toThrow("ENOENT");
	cli.write("push.yaml", JSON.stringify(describe({ [`${d}.two`]: "Two", "d wrong": "" })));
	const partly = await act({ file: "push.yaml" }, null);
	expect(partly.code).toBe(1);
	expect(partly.stdout).toMatch(/^::error file=push\.yaml::\/webhooks\/d wrong/m);
	expect(await names(d)).toEqual([`${d}.one`, `${d}.two`]);
});
