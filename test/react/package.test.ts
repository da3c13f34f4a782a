// The kit as it is published: its size, its types, what a server draws with it, and an empty project that installs it.
import { execFile } from "node:child_process";
import {
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildReact, currentModels } from "../../scripts/build-react.ts";
import { bundlePage } from "../hosts/bundle.ts";

const BYTES_MAX = 6_000;

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const temporary = mkdtempSync(join(tmpdir(), "edgehook-kit-"));
const folder = join(temporary, "package");
let kit = "";

beforeAll(async () => {
	kit = await buildReact(join(folder, "dist"));
	for (const name of ["package.json", "README.md"]) {
		copyFileSync(join(root, "clients", "react", name), join(folder, name));
	}
}, 30_000);
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test("It is small, says that it is for the browser, and needs nothing but React", () => {
	const text = readFileSync(kit, "utf8");
	expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(BYTES_MAX);
	expect(text).toMatch(/^"use client";/);
	const imports = [...text.matchAll(/from\s*"([^"]+)"/g)].map(([, name]) => name);
	expect([...new Set(imports)].sort()).toEqual(["react", "react/jsx-runtime"]);
	const { dependencies, peerDependencies } = JSON.parse(
		readFileSync(join(folder, "package.json"), "utf8"),
	);
	expect([dependencies, peerDependencies]).toEqual([undefined, { react: ">=18" }]);
});

test("Its records are those of the contract: else run scripts/build-react.ts", () => {
	for (const [file, text] of currentModels()) expect(readFileSync(file, "utf8")).toBe(text);
});

test.each([18, 19] as const)("A server draws all of it with React %i", async (version) => {
	const script = join(temporary, `server${version}.cjs`);
	writeFileSync(script, bundlePage("server", version, kit, "node"));
	const { stdout } = await run(process.execPath, [script]);
	const { hooks, page, unprovided, isProvider } = JSON.parse(stdout);
	expect(hooks).toHaveLength(22);
	// The link is opened by the browser: what is drawn here may be kept and looked at.
	expect(page).not.toContain("iframe");
	expect(page).not.toContain("e30");
	expect(page).toContain("Loading");
	expect(page).toContain("<li>useEndpoints true</li>");
	expect(page).toContain("<li>useMessageTail -</li>");
	expect(unprovided).toMatch(/EdgehookProvider/);
	expect(isProvider).toBe(true);
});

const CONSUMER = `
import { AppPortal, EdgehookProvider, SvixProvider, useEndpoints, useSvix, type SvixPaginatedData, type EndpointOut } from "@edgehook/react";
export function Page({ url }: { url?: string }): React.JSX.Element {
	return <><AppPortal url={url} darkMode="auto" fullSize getUrl={async ({ signal }) => (await fetch("/x", { signal })).text()} />
	<SvixProvider token="t" appId="a" options={{ serverUrl: "/" }}><List /></SvixProvider></>;
}
function List() {
	const list: SvixPaginatedData<EndpointOut> = useEndpoints({ limit: 2, iterator: undefined });
	const { svix } = useSvix();
	return <p title={svix.serverUrl}>{list.data?.map((endpoint) => endpoint.createdAt.getTime()).join()}{EdgehookProvider.name}</p>;
}
// @ts-expect-error it takes no such thing
export const wrong = <AppPortal darkMode="sepia" />;
`;

test("Packed, it installs in an empty project, imports, and its types stand alone", async () => {
	const project = join(temporary, "project");
	mkdirSync(project);
	const npm = (args: string[], cwd: string) =>
		run("npm", [...args, "--offline", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd });
	const pack = async (cwd: string) => {
		const { stdout } = await npm(["pack", "--json", "--pack-destination", project], cwd);
		const [packed] = Object.values(JSON.parse(stdout)) as {
			filename: string;
			files: { path: string }[];
		}[]; // safe because npm says so
		return packed;
	};
	const packed = await pack(folder);
	const react = await pack(join(root, "node_modules", "react"));
	const files = packed?.files.map(({ path }) => path) ?? [];
	expect(files).toEqual(expect.arrayContaining(["README.md", "dist/index.d.ts", "dist/index.js"]));
	expect(files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))).toEqual([]);
	const dependencies = {
		"@edgehook/react": `file:./${packed?.filename}`,
		react: `file:./${react?.filename}`,
	};
	writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", dependencies }));
	await npm(["install"], project);
	const names = 'import("@edgehook/react").then((kit) => console.log(Object.keys(kit).length))';
	const { stdout } = await run(process.execPath, ["-e", names], { cwd: project });
	expect(Number(stdout)).toBe(26);

	writeFileSync(join(project, "page.tsx"), CONSUMER);
	const types = join(project, "node_modules", "@types");
	mkdirSync(types);
	symlinkSync(join(root, "node_modules", "@types", "react"), join(types, "react"));
	for (const [module, moduleResolution] of [
		["NodeNext", "NodeNext"],
		["ESNext", "Bundler"],
	]) {
		const compilerOptions = {
			...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
			...{ target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"], jsx: "react-jsx" },
			...{ module, moduleResolution, types: [] },
		};
		const config = join(project, "tsconfig.json");
		writeFileSync(config, JSON.stringify({ compilerOptions, files: ["page.tsx"] }));
		const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
		const told = await run(process.execPath, [tsc, "-p", config]).catch((error) => error);
		expect(told.stdout).toBe("");
	}
}, 60_000);
