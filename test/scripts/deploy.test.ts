// `npm run deploy`, as far as it goes without an account.
import { afterAll, expect, test } from "vitest";
import { listBlocks, readMarkdown } from "../support/guides.ts";
import { Tree } from "./tree.ts";

const TIMEOUT_MS = 120_000;
const BUNDLE_KIB_MAX = 1_024;

const tree = new Tree();
afterAll(() => tree.remove());

test(
	"--dry-run builds, lists every binding and uploads nothing",
	() => {
		const { code, output } = tree.run("scripts/deploy.ts", "--dry-run");
		expect(output).toMatch(/Dry run: [^\n]+; nothing was uploaded\.\n$/);
		expect(code).toBe(0);
		const bindings = ["DB", "IDEMPOTENCY", "FANOUT", "MESSAGE_STORE", "ENDPOINT_LANE", "ASSETS"];
		for (const name of bindings) expect(output).toMatch(new RegExp(`env\\.${name}\\b`));
		const [, size] = /gzip: ([\d.]+) KiB/.exec(output) ?? [];
		expect(Number(size)).toBeGreaterThan(0);
		expect(Number(size)).toBeLessThan(BUNDLE_KIB_MAX);
	},
	TIMEOUT_MS,
);

test(
	"without an account it stops before it changes anything, and says what is missing",
	() => {
		const { code, output } = tree.run("scripts/deploy.ts");
		expect(code).toBe(1);
		expect(output).toContain("The databases could not be listed.");
		expect(output).toContain("CLOUDFLARE_API_TOKEN");
		expect(output).not.toContain("—");
	},
	TIMEOUT_MS,
);

test(
	"a limit of requests whose period is another than refused callers are told stops it",
	() => {
		const change = (from: string, to: string) =>
			tree.edit("wrangler.toml", (text) => text.replace(`period = ${from} `, `period = ${to} `));
		change("10", "60");
		const { code, output } = tree.run("scripts/deploy.ts", "--dry-run");
		change("60", "10");
		expect(code).toBe(1);
		expect(output).toMatch(
			/^wrangler\.toml: the period of REQUEST_LIMIT must be 10, not 60: .*\n$/,
		);
	},
	TIMEOUT_MS,
);

test(
	"a wrong setting in wrangler.toml stops it with a sentence that names the setting",
	() => {
		tree.edit("wrangler.toml", (text) =>
			text.replace('HEADER_PREFIX = "webhook"', 'HEADER_PREFIX = "x"'),
		);
		const { code, output } = tree.run("scripts/deploy.ts", "--dry-run");
		expect(code).toBe(1);
		expect(output).toBe('Configuration: HEADER_PREFIX must be "webhook", "svix" or "both".\n');
	},
	TIMEOUT_MS,
);

test(
	"the second installation of the guide is one of its own, and shares no name with the first",
	() => {
		const guide = listBlocks(readMarkdown("docs/guides/operating.md"));
		const written = guide.find(({ language }) => language === "toml")?.code ?? "";
		const own = new Tree();
		own.edit("wrangler.toml", (text) => `${text}\n${written}`);
		own.environment.CLOUDFLARE_ENV = "staging";
		const { code, output } = own.run("scripts/deploy.ts", "--dry-run");
		expect(output).toContain("Dry run:");
		expect(code).toBe(0);
		const bindings = ["DB", "IDEMPOTENCY", "FANOUT", "MESSAGE_STORE", "ENDPOINT_LANE"];
		for (const name of [...bindings, "OPERATOR_SWITCH", "REQUEST_LIMIT", "ASSETS"]) {
			expect(output).toMatch(new RegExp(`env\\.${name}\\b`));
		}
		expect(output).toMatch(/env\.DB \(edgehook-staging\)/);
		expect(output).toMatch(/env\.FANOUT \(edgehook-staging-fanout\)/);
		expect(output).not.toMatch(/\((?:edgehook|edgehook-fanout)\)/);
		own.environment.CLOUDFLARE_ENV = "stagin";
		const wrong = own.run("scripts/deploy.ts", "--dry-run");
		expect(wrong.code).toBe(1);
		expect(wrong.output).toMatch(/stagin/);
		own.remove();
	},
	TIMEOUT_MS,
);
