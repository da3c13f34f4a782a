// What a killed server leaves behind is ended by the next start, and nothing else is.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endStaleRuntime, identityOf } from "../../../scripts/local/state.ts";

const WAIT_FOREVER = "setInterval(() => {}, 1000)";

const stateDir = mkdtempSync(join(tmpdir(), "edgehook-state-"));
const file = join(stateDir, "runtime.pid");
let child: ChildProcess;
let pid = 0;

beforeEach(async () => {
	child = spawn(process.execPath, ["-e", WAIT_FOREVER, "workerd"], { stdio: "ignore" });
	await new Promise((resolve) => child.once("spawn", resolve));
	pid = child.pid ?? 0;
});
afterEach(() => child.kill("SIGKILL"));

const ended = () => new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));

test.runIf(existsSync("/proc"))("The runtime that was remembered is ended", async () => {
	writeFileSync(file, identityOf(pid));
	const end = ended();
	endStaleRuntime(stateDir);
	expect(await end).toBe("SIGKILL");
	expect(existsSync(file)).toBe(false);
});

test.runIf(existsSync("/proc"))("The runtime of a killed server is ended, too", async () => {
	writeFileSync(file, `${identityOf(pid)}\n${process.pid} 1\n`);
	const end = ended();
	endStaleRuntime(stateDir);
	expect(await end).toBe("SIGKILL");
});

test.runIf(existsSync("/proc"))(
	"The runtime of a server that runs is left alone, with a sentence",
	async () => {
		writeFileSync(file, `${identityOf(pid)}\n${identityOf(process.pid)}\n`);
		expect(() => endStaleRuntime(stateDir)).toThrow(
			`in use by the server with process number ${process.pid}: stop it, or start with another STATE_DIR`,
		);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(child.exitCode ?? child.signalCode).toBe(null);
		expect(existsSync(file)).toBe(true);
	},
);

test.runIf(existsSync("/proc"))("Another process that got its number is left alone", async () => {
	writeFileSync(file, `${pid} 1`);
	endStaleRuntime(stateDir);
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(child.exitCode ?? child.signalCode).toBe(null);
	expect(existsSync(file)).toBe(false);
	rmSync(stateDir, { recursive: true });
});
