// The law of the house: imports point down, rooms on one floor keep apart, files stay short, core stays pure.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const FLOORS: Record<string, number> = {
	core: 0,
	store: 1,
	platform: 1,
	services: 2,
	delivery: 2,
	http: 3,
	jobs: 3,
};
const TOP_FLOOR = 4;
const LINES_MAX = 300;

/** Written-down exceptions, each with its reason. */
const ALLOWED = new Map([
	// The Env type names the objects' classes, and the objects' constructors take an Env: types only.
	["env.ts", "types"],
]);

type Source = { path: string; text: string; imports: { target: string; isType: boolean }[] };

const sources: Source[] = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
	.filter((path) => path.endsWith(".ts"))
	.map((path) => {
		const text = readFileSync(join(root, "src", path), "utf8");
		const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"/gms);
		const imports = [...found].map(([, type, target = ""]) => ({
			target,
			isType: type !== undefined,
		}));
		return { path, text, imports };
	});

const roomOf = (path: string) => (path.includes("/") ? (path.split("/")[0] ?? "") : "");
const floorOf = (path: string) => FLOORS[roomOf(path)] ?? TOP_FLOOR;

const inside = sources.flatMap((source) =>
	source.imports
		.filter(({ target }) => target.startsWith("."))
		.map(({ target, isType }) => {
			const full = resolve(root, "src", dirname(source.path), target);
			return { from: source.path, to: relative(join(root, "src"), full), isType };
		})
		.filter(({ to }) => !to.startsWith("..")),
);

test("there is something to check", () => {
	expect(sources.length).toBeGreaterThan(40);
	expect(inside.length).toBeGreaterThan(100);
});

test("the program's parts stand on nothing outside of it but packages", () => {
	const outside = sources.flatMap(({ path, imports }) =>
		imports
			.filter(({ target }) => target.startsWith("."))
			.map(({ target }) => ({ path, to: resolve(root, "src", dirname(path), target) }))
			.filter(({ to }) => !to.startsWith(join(root, "src")) && !to.endsWith(".json")),
	);
	expect(outside).toEqual([]);
});

test("imports never point to a higher floor", () => {
	const upward = inside.filter(
		({ from, to, isType }) =>
			floorOf(to) > floorOf(from) && !(ALLOWED.get(to) === "types" && isType),
	);
	expect(upward).toEqual([]);
});

test("rooms on the same floor do not import each other", () => {
	const sideways = inside.filter(
		({ from, to }) => floorOf(from) === floorOf(to) && roomOf(from) !== roomOf(to),
	);
	expect(sideways).toEqual([]);
});

test("no two files import each other in a circle of values", () => {
	const edges = new Map<string, string[]>();
	for (const { from, to, isType } of inside) {
		if (!isType) edges.set(from, [...(edges.get(from) ?? []), to]);
	}
	const done = new Set<string>();
	const circles: string[][] = [];
	const visit = (path: string, trail: string[]) => {
		if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path]);
		if (trail.includes(path) || done.has(path)) return;
		for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
		done.add(path);
	};
	for (const path of edges.keys()) visit(path, []);
	expect(circles).toEqual([]);
});

test("every source file opens with a sentence and stays under 300 lines", () => {
	const wrong = sources.filter(
		({ text }) => !text.startsWith("// ") || text.split("\n").length > LINES_MAX,
	);
	expect(wrong.map(({ path }) => path)).toEqual([]);
});

const FORBIDDEN_IN_CORE: [string, RegExp][] = [
	["a clock", /\bDate\.now\b|\bnew Date\(\)|\bperformance\./],
	["randomness", /\bMath\.random\b|getRandomValues|randomUUID/],
	["fetch", /\bfetch\(/],
	["env", /\benv\b/],
	["a timer", /\bsetTimeout\b|\bsetInterval\b/],
	["a library", /from "(cloudflare:|drizzle|hono|zod)/],
];

test.each(FORBIDDEN_IN_CORE)("core is free of %s", (_what, pattern) => {
	const found = sources.filter(({ path, text }) => {
		const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
		return roomOf(path) === "core" && pattern.test(code);
	});
	expect(found.map(({ path }) => path)).toEqual([]);
});

const OWNERS: [string, RegExp, RegExp][] = [
	["fetch outward", /(?<![.\w])fetch\(\.\.\./, /^delivery\/tools\.ts$/],
	["open sockets", /\.connect\(|cloudflare:sockets/, /^delivery\/tools\.ts$/],
	["name objects", /getByName|idFromName/, /^platform\//],
	["read tables", /from "drizzle-orm/, /^store\//],
	["send to queues", /sendBatch|\.send\(\{/, /^platform\//],
];

test.each(OWNERS)("only its owner may %s", (_what, pattern, owner) => {
	const others = sources.filter(({ path, text }) => pattern.test(text) && !owner.test(path));
	expect(others.map(({ path }) => path)).toEqual([]);
});

const portal = readdirSync(join(root, "portal", "src"), { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path))
	.map((path) => ({ path, text: readFileSync(join(root, "portal", "src", path), "utf8") }));

test("the portal takes types from the wire models and decisions from the core, and nothing else from the Worker", () => {
	const found = portal.flatMap(({ path, text }) =>
		[...text.matchAll(/^import\s+(type\s)?[^;]*?from\s+"((?:\.\.\/)+src\/[^"]+)"/gms)]
			.filter(
				([, type, target = ""]) =>
					!/\/src\/core\//.test(target) &&
					(type === undefined || !/\/src\/http\/models\//.test(target)),
			)
			.map(([, , target]) => `${path}: ${target}`),
	);
	expect(portal.length).toBeGreaterThan(40);
	expect(found).toEqual([]);
});

const FORBIDDEN_IN_PORTAL: [string, RegExp][] = [
	["markup made of text", /innerHTML|outerHTML|insertAdjacentHTML|document\.write/],
	["style attributes in markup", /\sstyle=/],
	["cookies and what outlives the tab", /document\.cookie|localStorage|indexedDB/],
	["the dialogs that frames do not show", /\b(?:confirm|alert|prompt)\(/],
];

test.each(FORBIDDEN_IN_PORTAL)("the portal is free of %s", (_what, pattern) => {
	const found = portal.filter(({ text }) => pattern.test(text));
	expect(found.map(({ path }) => path)).toEqual([]);
});

test("every file of the portal opens with a sentence and stays under 300 lines", () => {
	const wrong = portal.filter(
		({ text }) => !text.startsWith("// ") || text.split("\n").length > LINES_MAX,
	);
	expect(wrong.map(({ path }) => path)).toEqual([]);
});
