// What the documentation says of the API and of the settings is what the code has.
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import contract from "../../openapi.json" with { type: "json" };
import { SECRET_NAMES, SETTING_NAMES } from "../../src/platform/config.ts";
import { listBlocks, listMarkdown, readMarkdown, root } from "../support/guides.ts";

const operations = new Set(
	Object.entries(contract.paths).flatMap(([path, item]) =>
		Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
	),
);

/** Whether the contract has it; a name in a path stands for any parameter. */
function isInContract(method: string | null, path: string): boolean {
	const parts = path.replace(/\/$/, "").split("/");
	return [...operations].some((operation) => {
		const [verb = "", template = ""] = operation.split(" ");
		const expected = template.replace("/api/v1", "").split("/");
		if (method !== null && verb !== method) return false;
		if (expected.length !== parts.length) return false;
		return expected.every((part, at) => part.startsWith("{") || part === parts[at]);
	});
}

/** Calls of `curl` in a block of commands, with its variables filled in. */
function listCalls(code: string): { method: string; path: string }[] {
	const commands = code.replaceAll("\\\n", " ").replace(/'[^']*'/g, "'…'");
	const [, endpoint = ""] = /^E="\$API([^"]*)"/m.exec(commands) ?? [];
	return commands
		.split(/\n|\$\(|&&/)
		.filter((line) => /(?:^|\s)curl\s/.test(line) && /\$(?:API|E)\//.test(line))
		.map((line) => {
			const [, base = "", rest = ""] = /"\$(API|E)(\/[^"?]*)/.exec(line) ?? [];
			const [, verb] = /-X (\w+)/.exec(line) ?? [];
			const method = verb ?? (/\s-d\s/.test(line) ? "POST" : "GET");
			return { method, path: (base === "E" ? endpoint : "") + rest };
		});
}

test("Every call of the API that the documentation shows is in the contract", () => {
	const wrong: string[] = [];
	let count = 0;
	for (const file of listMarkdown()) {
		const markdown = readMarkdown(file);
		for (const { code } of listBlocks(markdown).filter(({ language }) => language === "sh")) {
			for (const { method, path } of listCalls(code)) {
				count++;
				if (!isInContract(method, path)) wrong.push(`${file}: ${method} ${path}`);
			}
		}
		for (const [, verb, path = ""] of markdown.matchAll(
			/(?:`|\b)(GET|POST|PUT|PATCH|DELETE)?`? ?`?\/api\/v1(\/[\w{}$/.-]*[\w}])/g,
		)) {
			count++;
			if (path !== "/openapi.json" && !isInContract(verb ?? null, path)) {
				wrong.push(`${file}: ${verb ?? ""} ${path}`);
			}
		}
	}
	expect(wrong).toEqual([]);
	expect(count).toBeGreaterThan(80);
});

test("Settings and their defaults are those of the code", () => {
	const { vars } = unstable_readConfig({ config: join(root, "wrangler.toml") });
	const names: readonly string[] = [...SETTING_NAMES, ...SECRET_NAMES];
	for (const file of ["README.md", "docs/guides/operating.md"]) {
		const rows = readMarkdown(file).matchAll(/^\| `([A-Z_]+)` +\| `([^`]*)`/gm);
		const given = new Map([...rows].map(([, name = "", value = ""]) => [name, value]));
		expect(given.size).toBeGreaterThan(7);
		for (const [name, value] of given) {
			expect(names).toContain(name);
			expect(value, `${name} in ${file}`).toBe(vars[name]);
		}
	}
});
