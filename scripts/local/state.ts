// What the local server keeps between starts: its secrets, and which process is serving.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Reads a secret of the state directory, or makes it once. */
export function keepSecret(stateDir: string, name: string, make: () => string): string {
	const file = join(stateDir, name);
	if (existsSync(file)) return readFileSync(file, "utf8").trim();
	mkdirSync(stateDir, { recursive: true, mode: 0o700 });
	const secret = make();
	writeFileSync(file, `${secret}\n`, { mode: 0o600 });
	return secret;
}

export const makeMasterKey = (): string => randomBytes(32).toString("base64");

/** No dot: client libraries read a region out of what follows one. */
export const makeApiKey = (): string => `ehsk_${randomBytes(24).toString("hex")}`;

const PID_FILE = "runtime.pid";

/** Ends a runtime that a killed server left behind: it would hold the port and the state. */
export function endStaleRuntime(stateDir: string): void {
	const file = join(stateDir, PID_FILE);
	if (!existsSync(file)) return;
	const pid = Number(readFileSync(file, "utf8"));
	if (isWorkerd(pid)) process.kill(pid, "SIGKILL");
	rmSync(file, { force: true });
}

function isWorkerd(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd");
	} catch {
		return false;
	}
}

/** Remembers the runtime's process, so that the next start can end it if this one is killed. */
export function rememberRuntime(stateDir: string): void {
	const pid = childOf(process.pid);
	if (pid !== null) writeFileSync(join(stateDir, PID_FILE), String(pid));
}

export function forgetRuntime(stateDir: string): void {
	rmSync(join(stateDir, PID_FILE), { force: true });
}

function childOf(parent: number): number | null {
	try {
		const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8");
		return children.split(" ").map(Number).find(isWorkerd) ?? null;
	} catch {
		return null;
	}
}
