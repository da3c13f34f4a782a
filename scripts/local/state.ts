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
	const remembered = readFileSync(file, "utf8").trim();
	const pid = Number(remembered.split(" ")[0]);
	// The number alone may be another process's by now.
	if (isWorkerd(pid) && identityOf(pid) === remembered) process.kill(pid, "SIGKILL");
	rmSync(file, { force: true });
}

/** Remembers the runtime's process, so that the next start can end it if this one is killed. */
export function rememberRuntime(stateDir: string): void {
	const pid = childOf(process.pid);
	if (pid !== null) writeFileSync(join(stateDir, PID_FILE), identityOf(pid));
}

export function forgetRuntime(stateDir: string): void {
	rmSync(join(stateDir, PID_FILE), { force: true });
}

/** The process's number and when it started, in ticks since the machine did. */
export function identityOf(pid: number): string {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The command's name may hold spaces; the start time is field 22, the 20th after the name.
	const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return `${pid} ${afterName[19]}`;
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
