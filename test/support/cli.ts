// The command line as people run it: the built file, in a process of its own, away from the project.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCli } from "../../scripts/build-cli.ts";
import { waitFor } from "./local-server.ts";

export type Ended = { code: number; stdout: string; stderr: string };

type RunOptions = {
	/** undefined takes a name out. */
	env?: Record<string, string | undefined>;
	stdin?: string;
	/** Options of Node itself. */
	node?: readonly string[];
};

export class Cli {
	/** Its files; also where it runs, and where its private file is. */
	readonly folder = mkdtempSync(join(tmpdir(), "edgehook-cli-"));
	readonly program = buildCli(join(this.folder, "edgehook.mjs"));
	env: Record<string, string | undefined> = {};
	readonly #running = new Set<Running>();

	/** Runs it to its end. */
	run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
		return this.start(args, options).ended;
	}

	/** The answer for programs of a run that must succeed. */
	async json<T = unknown>(args: readonly string[], options: RunOptions = {}): Promise<T> {
		const { code, stdout, stderr } = await this.run([...args, "--json"], options);
		if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
		return JSON.parse(stdout);
	}

	start(args: readonly string[], { env = {}, stdin, node = [] }: RunOptions = {}): Running {
		const child = spawn(process.execPath, [...node, this.program, ...args], {
			cwd: this.folder,
			stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
			env: {
				PATH: process.env.PATH,
				HOME: this.folder,
				XDG_CONFIG_HOME: join(this.folder, "config"),
				...this.env,
				...env,
			},
		});
		child.stdin?.end(stdin);
		const running = new Running(child);
		this.#running.add(running);
		return running;
	}

	/** A file beside it; its path. */
	write(name: string, text: string): string {
		writeFileSync(join(this.folder, name), text);
		return name;
	}

	async remove(): Promise<void> {
		for (const running of this.#running) running.signal("SIGKILL");
		await Promise.all([...this.#running].map(({ ended }) => ended));
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** A run that is under way. */
export class Running {
	stdout = "";
	stderr = "";
	readonly ended: Promise<Ended>;
	readonly #child: ChildProcess;

	constructor(child: ChildProcess) {
		this.#child = child;
		child.stdout?.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
		child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
		this.ended = new Promise((resolve) => {
			child.once("close", (code) => {
				resolve({ code: code ?? -1, stdout: this.stdout, stderr: this.stderr });
			});
		});
	}

	signal(signal: NodeJS.Signals): void {
		this.#child.kill(signal);
	}

	/** Waits until its output has this. */
	async says(what: RegExp): Promise<void> {
		await waitFor(`it says ${what}`, () => what.test(this.stdout + this.stderr)).catch((error) => {
			throw new Error(`${error.message}; it says: ${this.stdout}${this.stderr}`);
		});
	}

	/** Lines of JSON so far. */
	lines<T = Record<string, unknown>>(): T[] {
		const whole = this.stdout.slice(0, this.stdout.lastIndexOf("\n") + 1);
		return whole.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
	}
}

/** A name that no other run of a test has. */
export const fresh = (name: string): string => `${name}-${randomBytes(4).toString("hex")}`;
