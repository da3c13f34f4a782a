// The local server as people run it: its own process group, its own state, killed without mercy if asked.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

export class LocalServer {
	readonly stateDir = mkdtempSync(join(tmpdir(), "edgehook-"));
	apiKey = "journey_key";
	readonly #environment: Record<string, string | undefined>;
	readonly #command: readonly string[];
	#child: ChildProcess | null = null;
	#port = 0;
	output = "";

	/**
	 * @param environment added to the usual one; undefined takes a name out
	 * @param command what starts it: the script itself, or what people type
	 */
	constructor(
		environment: Record<string, string | undefined> = {},
		command: readonly string[] = [process.execPath, "scripts/start.ts"],
	) {
		this.#environment = environment;
		this.#command = command;
	}

	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	async start(): Promise<this> {
		if (this.#port === 0) this.#port = await freePort();
		const [program = "", ...args] = this.#command;
		// What the simulator would leave behind when it is killed goes with the state.
		const temporary = join(this.stateDir, "tmp");
		mkdirSync(temporary, { recursive: true });
		const child = spawn(program, args, {
			cwd: root,
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
			env: {
				...process.env,
				PORT: String(this.#port),
				STATE_DIR: this.stateDir,
				TMPDIR: temporary,
				API_KEY: this.apiKey,
				...this.#environment,
			},
		});
		this.#child = child;
		await new Promise<void>((resolve, reject) => {
			const read = (chunk: Buffer) => {
				this.output += chunk.toString();
				const [, ready] = /^READY (\{.*\})$/m.exec(this.output) ?? [];
				if (ready === undefined) return;
				this.apiKey = JSON.parse(ready).apiKey;
				resolve();
			};
			this.output = "";
			child.stdout.on("data", read);
			child.stderr.on("data", read);
			child.once("close", (code) =>
				reject(new Error(`the server ended (${code}): ${this.output}`)),
			);
		});
		return this;
	}

	/** SIGKILL to the server and its runtime at the same moment. */
	async kill(): Promise<void> {
		await this.#end("SIGKILL");
	}

	/** As a process manager would, to the started process alone. Resolves to the milliseconds until all are gone. */
	async stop(): Promise<number> {
		const startedAt = Date.now();
		await this.#end("SIGTERM");
		return Date.now() - startedAt;
	}

	/** As Ctrl+C does, to all at the same moment. Resolves to the milliseconds until all are gone. */
	async interrupt(): Promise<number> {
		const startedAt = Date.now();
		await this.#end("SIGINT");
		return Date.now() - startedAt;
	}

	async #end(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): Promise<void> {
		const child = this.#child;
		if (child?.pid === undefined) return;
		const isOver = child.exitCode !== null || child.signalCode !== null;
		const ended = isOver ? null : new Promise((resolve) => child.once("exit", resolve));
		const { pid } = child;
		if (signal === "SIGTERM") child.kill(signal);
		else signalGroup(pid, signal);
		await ended;
		await waitFor("all its processes are gone", () => processesOf(pid).length === 0);
		this.#child = null;
	}

	/** Names of the processes that it consists of. */
	get processes(): string[] {
		return processesOf(this.#child?.pid ?? 0);
	}

	/** Resident memory of its runtime, megabytes. */
	get runtimeMb(): number {
		const members = membersOf(this.#child?.pid ?? 0).filter(({ name }) => name === "workerd");
		return members.reduce((sum, { pid }) => sum + residentMb(pid), 0);
	}

	async remove(): Promise<void> {
		await this.kill();
		rmSync(this.stateDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}

	async request(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<{ status: number; text: string; json: () => Record<string, never> }> {
		const response = await fetch(`${this.url}/api/v1${path}`, {
			method,
			headers: {
				authorization: `Bearer ${this.apiKey}`,
				...(body !== undefined && { "content-type": "application/json" }),
				...headers,
			},
			...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return { status: response.status, text, json: () => JSON.parse(text) };
	}
}

/** At once: to look first whether there is anybody takes a busy machine a tenth of a second. */
function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch (error) {
		const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
		if (!isGone) throw error;
	}
}

const processesOf = (group: number) => membersOf(group).map(({ name }) => name);

function residentMb(pid: number): number {
	const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
	return Number(kilobytes ?? 0) / 1024;
}

/** The living processes of a group. */
function membersOf(group: number): { pid: number; name: string }[] {
	const stats = readdirSync("/proc").flatMap((entry) => {
		try {
			return /^\d+$/.test(entry) ? [readFileSync(`/proc/${entry}/stat`, "utf8")] : [];
		} catch {
			return []; // It ended meanwhile.
		}
	});
	return stats.flatMap((stat) => {
		const [, pid, name = "", state = "", pgrp] = /^(\d+) \((.*)\) (\S) \d+ (\d+)/s.exec(stat) ?? [];
		return Number(pgrp) === group && state !== "Z" ? [{ pid: Number(pid), name }] : [];
	});
}

export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === "string") throw new Error("no free port");
	return address.port;
}

/** Waits until the condition holds; fails with `what` when it does not in time. */
export async function waitFor(
	what: string,
	holds: () => boolean | Promise<boolean>,
	timeoutMs = 10_000,
): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!(await holds())) {
		if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}
