// How much processor time the runtimes of servers use, as Linux counts it.
import { readdirSync, readFileSync } from "node:fs";

type Process = { pid: number; parent: number; name: string };

/** Processes of the runtime that this process has started, by way of others. */
export function runtimePids(): number[] {
	const processes = new Map(readAll().map((each) => [each.pid, each]));
	const isOurs = ({ parent }: Process): boolean => {
		if (parent === process.pid) return true;
		const next = processes.get(parent);
		return next !== undefined && isOurs(next);
	};
	return [...processes.values()]
		.filter((each) => each.name === "workerd" && isOurs(each))
		.map(({ pid }) => pid);
}

/** User and system time of all threads of these processes together. */
export function processorMs(pids: readonly number[]): number {
	return pids.flatMap(threadsMs).reduce((sum, ms) => sum + ms, 0);
}

/** To the nanosecond, where the usual count is in hundredths of a second. */
function threadsMs(pid: number): number[] {
	const folder = `/proc/${pid}/task`;
	return readdirSync(folder).map((thread) => {
		const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ");
		return Number(nanoseconds) / 1e6;
	});
}

function readAll(): Process[] {
	const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
	return pids.map((pid) => read(Number(pid))).filter((found) => found !== null);
}

/** Null when it has ended. */
function read(pid: number): Process | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// A name may hold spaces and brackets: what follows is counted from behind it.
		const end = stat.lastIndexOf(")");
		const fields = stat.slice(end + 2).split(" ");
		const name = stat.slice(stat.indexOf("(") + 1, end);
		return { pid, parent: Number(fields[1]), name };
	} catch {
		return null;
	}
}
