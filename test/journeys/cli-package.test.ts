// The command line as it is published: one file that needs nothing, and completes itself in a shell.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildCli } from "../../scripts/build-cli.ts";
import { Cli, Running } from "../support/cli.ts";

const cli = new Cli();
afterAll(() => cli.remove());
const root = join(import.meta.dirname, "..", "..");

/** Packs the package as it would be published. */
function pack() {
	const source = mkdtempSync(join(cli.folder, "source-"));
	for (const file of ["package.json", "README.md"]) {
		cpSync(join(root, "clients", "cli", file), join(source, file));
	}
	buildCli(join(source, "dist", "edgehook.mjs"));
	const options = { cwd: source, env: ENV, encoding: "utf8" } as const;
	const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json"], options));
	return { packed, archive: join(source, packed.filename) };
}

const ENV = {
	PATH: process.env.PATH,
	HOME: cli.folder,
	npm_config_offline: "true",
	npm_config_update_notifier: "false",
};

test("the packed package runs in an empty folder", () => {
	const { packed, archive } = pack();
	const paths = packed.files.map(({ path }: { path: string }) => path).sort();
	expect(paths).toEqual(["README.md", "dist/edgehook.mjs", "package.json"]);
	expect(packed.size).toBeLessThan(100_000);

	const project = mkdtempSync(join(cli.folder, "project-"));
	const install = ["install", "--prefix", project, "--no-audit", "--no-fund", archive];
	execFileSync("npm", install, { env: ENV });
	const installed = readdirSync(join(project, "node_modules"));
	expect(installed.filter((name) => !name.startsWith("."))).toEqual(["@edgehook"]);
	const program = join(project, "node_modules", ".bin", "edgehook");
	const run = (args: string[], input = "") =>
		spawnSync(program, args, { cwd: project, encoding: "utf8", env: ENV, input });
	expect(run(["--version"]).stdout.trim()).toBe(packed.version);
	expect(run(["--help"]).stdout).toContain("event-type create-bulk FILE|-");
	expect(run(["event-type", "import", "-"], "a: [").stderr).toContain("stdin:1:");
});

test("the action runs the published package in its own version", async () => {
	const { packed, archive } = pack();
	const asked: string[] = [];
	const registry = createServer((request, response) => {
		const path = decodeURIComponent(request.url ?? "");
		asked.push(path);
		if (path === "/package.tgz") return response.end(readFileSync(archive));
		if (path !== `/${packed.name}`) return response.writeHead(404).end("{}");
		const { name, version, integrity } = packed;
		const tarball = `http://${request.headers.host}/package.tgz`;
		const bin = { edgehook: "dist/edgehook.mjs" };
		const one = { name, version, bin, dist: { tarball, integrity } };
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ name, "dist-tags": {}, versions: { [version]: one } }));
	});
	await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
	const { port } = registry.address() as AddressInfo; // safe because it listens on a port
	// A checkout where nothing was built.
	const checkout = mkdtempSync(join(cli.folder, "checkout-"));
	cpSync(join(root, "clients", "action"), join(checkout, "clients", "action"), { recursive: true });
	cpSync(
		join(root, "clients", "cli", "package.json"),
		join(checkout, "clients", "cli", "package.json"),
	);
	const child = spawn(process.execPath, [join(checkout, "clients", "action", "run.mjs")], {
		cwd: checkout,
		env: {
			...ENV,
			npm_config_offline: "false",
			npm_config_audit: "false",
			npm_config_cache: join(checkout, "cache"),
			npm_config_registry: `http://127.0.0.1:${port}`,
			EDGEHOOK_SERVER: "http://127.0.0.1:1",
			EDGEHOOK_API_KEY: "key",
			INPUT_FILE: "none.yaml",
		},
	});
	const { code, stdout } = await new Running(child).ended;
	registry.close();
	expect(stdout).toBe("::error::Cannot read none.yaml: there is no such file.\n");
	expect(code).toBe(1);
	expect(asked.at(-1)).toBe("/package.tgz");
});

test("every command has help with an example", async () => {
	const { stdout } = await cli.run(["--help"]);
	const [, block = ""] = /^Commands\n([\s\S]*?)\n\n/m.exec(stdout) ?? [];
	const names = block
		.split("\n")
		.map((line) => /^ {2}([a-z-]+(?: [a-z-]+)?)/.exec(line)?.[1] ?? "");
	expect(names.length).toBeGreaterThan(12);
	const helps = await Promise.all(names.map((name) => cli.run([...name.split(" "), "--help"])));
	for (const [index, help] of helps.entries()) {
		expect(help.code).toBe(0);
		expect(help.stdout).toContain(`Usage\n  edgehook ${names[index]}`);
		expect(help.stdout).toMatch(/Examples\n {2}\S/);
	}
	expect((await cli.run(["keys", "--help"])).stdout).not.toContain("message send");
	expect((await cli.run(["help", "login"])).stdout).toContain("Usage\n  edgehook login");
});

test("completion offers commands, options, choices and files in bash", async () => {
	const { stdout: script } = await cli.run(["completion", "bash"]);
	cli.write("openapi.yaml", "");
	const complete = (...words: string[]) => {
		const list = words.map((word) => `'${word}'`).join(" ");
		const code = `${script}\nCOMP_WORDS=(edgehook ${list}); COMP_CWORD=${words.length}; _edgehook; printf '%s\\n' "\${COMPREPLY[@]}"`;
		const bash = ["--norc", "--noprofile", "-c", code];
		return execFileSync("bash", bash, { encoding: "utf8", cwd: cli.folder }).trim().split("\n");
	};
	expect(complete("e")).toEqual(["event-type", "endpoint"]);
	expect(complete("event-type", "")).toEqual(["import", "create-bulk", "list", "--help"]);
	expect(complete("event-type", "import", "--d")).toEqual(["--dry-run"]);
	expect(complete("event-type", "import", "open")).toEqual(["openapi.yaml"]);
	expect(complete("portal", "link", "acme", "--capabilities", "View")).toEqual([
		"ViewBase",
		"ViewEndpointSecret",
	]);
	expect(complete("completion", "f")).toEqual(["fish"]);
	for (const shell of ["zsh", "fish"]) {
		const other = await cli.run(["completion", shell]);
		expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("create-bulk") });
	}
	expect((await cli.run(["completion", "sh"])).code).toBe(64);
});
