// The local server as people run it: its own process group, its own state, killed without mercy if asked.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

export class LocalServer {
	readonly stateDir = mkdtempSync(join(tmpdir(), "edgehook-"));
	readonly apiKey = "journey_key";
	readonly #environment: Record<string, string>;
	#child: ChildProcess | null = null;
	#port = 0;
	output = "";

	constructor(environment: Record<string, string> = {}) {
		this.#environment = environment;
	}

	get url(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	async start(): Promise<this> {
		if (this.#port === 0) this.#port = await freePort();
		const child = spawn(process.execPath, ["scripts/start.ts"], {
			cwd: root,
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
			env: {
				...process.env,
				PORT: String(this.#port),
				STATE_DIR: this.stateDir,
				API_KEY: this.apiKey,
				...this.#environment,
			},
		});
		this.#child = child;
		await new Promise<void>((resolve, reject) => {
			const read = (chunk: Buffer) => {
				this.output += chunk.toString();
				if (/^READY \{/m.test(this.output)) resolve();
			};
			this.output = "";
			child.stdout.on("data", read);
			child.stderr.on("data", read);
			child.once("exit", (code) => reject(new Error(`the server ended (${code}): ${this.output}`)));
		});
		return this;
	}

	/** SIGKILL to the server and its runtime at the same moment. */
	async kill(): Promise<void> {
		await this.#end("SIGKILL");
	}

	/** As a person would: SIGTERM. Resolves to the milliseconds it took. */
	async stop(): Promise<number> {
		const startedAt = Date.now();
		await this.#end("SIGTERM");
		return Date.now() - startedAt;
	}

	async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
		const child = this.#child;
		if (child?.pid === undefined || child.exitCode !== null) return;
		const ended = new Promise((resolve) => child.once("exit", resolve));
		if (signal === "SIGKILL") process.kill(-child.pid, signal);
		else child.kill(signal);
		await ended;
		this.#child = null;
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

async function freePort(): Promise<number> {
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
	holds: () => boolean,
	timeoutMs = 10_000,
): Promise<void> {
	const end = Date.now() + timeoutMs;
	while (!holds()) {
		if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}
