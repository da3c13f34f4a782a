// Folds a CPU profile into functions: how long each ran itself, how long with what it calls, and on which path.
import type { Profile, ProfileNode } from "./profiler.ts";
import type { Place } from "./sources.ts";

/** What a message is charged with: that it was accepted, that it was sent and its outcome stored, or neither. */
export type Path = "accept" | "deliver" | "other";
/** What of the program ran. All of it is one isolate on the local runtime. */
export type Part = "Worker" | "MessageStore" | "EndpointLane" | "sender" | "-";

export type Frame = {
	name: string;
	/** `file:line`; empty for what the runtime does for no function of ours. */
	place: string;
	part: Part;
	path: Path;
	selfMs: number;
	/** With what it calls, until its first wait. */
	totalMs: number;
};

/** `scriptMs` is in functions, `runtimeMs` in the runtime between them: requests, calls of objects, the disk. */
export type Folded = {
	frames: Frame[];
	scriptMs: number;
	runtimeMs: number;
	collectorMs: number;
	idleMs: number;
};

type Known = Pick<Frame, "name" | "place" | "part" | "path"> & {
	key: string;
	/** What else the time is, when it is that of no function. */
	time: "runtimeMs" | "collectorMs" | "idleMs" | undefined;
};
type FindPlace = (line: number, column: number) => Place | null;

/** Files by what they belong to; the first that fits counts. Shared ones belong to whoever calls them. */
const PARTS: readonly [RegExp, Part, Path][] = [
	[/^src\/delivery\/messages\//, "MessageStore", "accept"],
	[/^src\/delivery\/lane\/(lane-offers|lane-queue)\./, "EndpointLane", "accept"],
	[/^src\/delivery\/lane\//, "EndpointLane", "deliver"],
	[/^src\/(delivery\/sending|jobs)\//, "sender", "deliver"],
	[/^src\/(http|services|index)/, "Worker", "accept"],
	[/^node_modules\/(hono|zod)\//, "Worker", "accept"],
];
const TIMES: Record<string, Known["time"]> = {
	"(program)": "runtimeMs",
	"(root)": "runtimeMs",
	"(garbage collector)": "collectorMs",
	"(idle)": "idleMs",
};

export function fold(profile: Profile, findPlace: FindPlace): Folded {
	const stacks = stacksOf(profile, findPlace);
	const folded = { scriptMs: 0, runtimeMs: 0, collectorMs: 0, idleMs: 0 };
	const frames = new Map<string, Frame>();
	for (const [i, id] of profile.samples.entries()) {
		const ms = (profile.timeDeltas[i] ?? 0) / 1000;
		const stack = stacks.get(id) ?? [];
		const [top] = stack;
		folded[top === undefined ? "runtimeMs" : (top.time ?? "scriptMs")] += ms;
		if (top === undefined || top.time !== undefined) continue;
		// A function that calls itself counts once.
		const once = new Map(stack.map((each) => [each.key, each]));
		for (const { key, time: _, ...known } of once.values()) {
			const frame = frames.get(key) ?? { ...known, selfMs: 0, totalMs: 0 };
			if (key === top.key) frame.selfMs += ms;
			frame.totalMs += ms;
			frames.set(key, frame);
		}
	}
	return { ...folded, frames: [...frames.values()].sort((a, b) => b.selfMs - a.selfMs) };
}

/** For each node what is on the stack, the innermost first. */
function stacksOf({ nodes }: Profile, findPlace: FindPlace): Map<number, Known[]> {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const stacks = new Map<number, Known[]>();
	const visit = (node: ProfileNode, callers: Known[]) => {
		const stack =
			node.callFrame.functionName === "(root)"
				? []
				: [toKnown(node, callers, findPlace), ...callers];
		stacks.set(node.id, stack);
		for (const id of node.children ?? []) {
			const child = byId.get(id);
			if (child !== undefined) visit(child, stack);
		}
	};
	const [root] = nodes;
	if (root !== undefined) visit(root, []);
	return stacks;
}

function toKnown(
	{ callFrame }: ProfileNode,
	callers: readonly Known[],
	findPlace: FindPlace,
): Known {
	const { functionName, url, lineNumber, columnNumber } = callFrame;
	const [caller] = callers;
	const found = url === "" ? null : findPlace(lineNumber, columnNumber);
	const time = TIMES[functionName];
	const [, part, path] = PARTS.find(([files]) => found !== null && files.test(found.file)) ?? [];
	const belongs = { part: part ?? caller?.part ?? "-", path: path ?? caller?.path ?? "other" };
	const { name, place } =
		found === null ? nameOfNative(functionName, caller) : nameOfOwn(functionName, found);
	const key = `${name} ${place} ${belongs.part} ${belongs.path}`;
	return { name, place, ...belongs, time, key };
}

/** Of two functions with one name, the bundler gives the second a number. */
function nameOfOwn(functionName: string, { file, line, name }: Place) {
	const isNumbered = name !== "" && functionName.replace(/\d+$/, "") === name;
	return { name: (isNumbered ? name : functionName) || "(anonymous)", place: `${file}:${line}` };
}

/** What the runtime does has no place: it is told by whoever asks for it. */
function nameOfNative(functionName: string, caller: Known | undefined) {
	if (caller === undefined) return { name: functionName || "(native)", place: "" };
	return { name: `${functionName || "(native)"} ← ${caller.name}`, place: caller.place };
}
