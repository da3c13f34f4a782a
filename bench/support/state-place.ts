// Where a benchmark's server keeps its state: on the disk, or in memory where the machine has a folder for that.
import { accessSync, constants } from "node:fs";

export type StatePlace = "disk" | "memory";

const MEMORY = "/dev/shm";

/** Makes a server whose state is there; without such a folder it is on the disk. All else stays where it was. */
export function inPlace<T>(place: string, make: () => T): T {
	if (place !== "disk" && place !== "memory") throw new Error("--state is memory or disk.");
	if (place === "disk" || !isThere(MEMORY)) return make();
	const before = process.env.TMPDIR;
	process.env.TMPDIR = MEMORY;
	try {
		return make();
	} finally {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
	}
}

export const placeOf = (stateDir: string): StatePlace =>
	stateDir.startsWith(`${MEMORY}/`) ? "memory" : "disk";

/** What a reader has to know; nothing where the disk is usual. */
export function noteOf(place: StatePlace, usual: StatePlace): string[] {
	if (place === "memory")
		return ["State is in memory: on a disk all objects wait for the same syncs."];
	return usual === "memory"
		? ["State is on a disk, for whose syncs all objects wait together."]
		: [];
}

function isThere(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}
