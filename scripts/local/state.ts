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

/**
 * Ends a runtime that a killed server left behind: it would hold the port and the state. Throws a sentence when its
 * server still runs: two on the same state would each believe to be alone.
 */
export function endStaleRuntime(stateDir: string): void {
	const file = join(stateDir, PID_FILE);
	if (!existsSync(file)) return;
	const [runtime = "", server = ""] = readFileSync(file, "utf8").trim().split("\n");
	if (isAlive(server)) {
		const [pid] = server.split(" ");
		throw new Error(
			`${stateDir} is in use by the server with process number ${pid}: stop it, or start with another STATE_DIR.`,
		);
	}
	// The number alone may be another process's by now.
	const pid = Number(runtime.split(" ")[0]);
	if (isWorkerd(pid) && isAlive(runtime)) process.kill(pid, "SIGKILL");
	rmSync(file, { force: true });
}

/** Remembers the runtime's process and this one, so that the next start can end it if this one is killed. */
export function rememberRuntime(stateDir: string): void {
	const pid = childOf(process.pid);
	if (pid === null) return;
	writeFileSync(join(stateDir, PID_FILE), `${identityOf(pid)}\n${identityOf(process.pid)}\n`);
}

export function forgetRuntime(stateDir: string): void {
	rmSync(join(stateDir, PID_FILE), { force: true });
}

/** The process's number and when it started, in ticks since the machine did. */
export const identityOf = (pid: number): string => `${pid} ${statOf(pid)[19]}`;

/** False also of one that has ended and is still listed. */
function isAlive(identity: string): boolean {
	const pid = Number(identity.split(" ")[0]);
	try {
		return pid > 0 && identityOf(pid) === identity && !"ZX".includes(statOf(pid)[0] ?? "X");
	} catch {
		return false;
	}
}

/** From the process's state on; its start time is the 20th. */
function statOf(pid: number): string[] {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The command's name may hold spaces.
	return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function isWorkerd(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerd");
	} catch {
		return false;
	}
}

function childOf(parent: number): number | null {
	try {
		const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8");
		return children.split(" ").map(Number).find(isWorkerd) ?? null;
	} catch {
		return null;
	}
}
