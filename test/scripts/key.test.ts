// `npm run key`: further keys, on a database that wrangler manages.
import { afterAll, expect, test } from "vitest";
import { sha256Hex } from "../../src/platform/digest.ts";
import { Tree } from "./tree.ts";

const tree = new Tree();
afterAll(() => tree.remove());

test("Each call makes another key and stores its hash under the name as written", async () => {
	const wrangler = "node_modules/wrangler/bin/wrangler.js";
	expect(tree.run(wrangler, "d1", "migrations", "apply", "DB", "--local").code).toBe(0);
	const keys = ["Billing", "It's ours"].map((name) => {
		const { code, output } = tree.run("scripts/key.ts", name, "--local");
		expect(output).toContain(`API key «${name}» (shown only now): ehsk_`);
		expect(code).toBe(0);
		return /ehsk_[0-9a-f]{48}/.exec(output)?.[0] ?? "";
	});
	expect(tree.read("SELECT name, hash FROM api_keys ORDER BY name")).toEqual([
		{ name: "Billing", hash: await sha256Hex(keys[0] ?? "") },
		{ name: "It's ours", hash: await sha256Hex(keys[1] ?? "") },
	]);

	const list = () => tree.run("scripts/key.ts", "--list", "--local").output;
	const before = list();
	const [, id = ""] = /(key_\w+) {2}«Billing»/.exec(before) ?? [];
	expect(before).toContain(`«Billing»  …${keys[0]?.slice(-4)}  made `);
	for (const key of keys) expect(before).not.toContain(key);
	expect(tree.run("scripts/key.ts", "--revoke", id, "--local").output).toContain("is revoked");
	const after = list();
	expect(after).toMatch(/«Billing».*revoked/);
	expect(after).not.toMatch(/«It's ours».*revoked/);
	const again = tree.run("scripts/key.ts", "--revoke", id, "--local");
	expect(again.output).toContain("There is no key");
	expect(again.code).toBe(1);
}, 240_000);

test.each([
	[[]],
	[["two", "names"]],
	[["--remote"]],
	[["a\nb"]],
	[["--revoke"]],
	[["--revoke", "x' OR 1"]],
	[["--list", "x"]],
])(
	"%j is no name",
	(args) => {
		const { code, output } = tree.run("scripts/key.ts", ...args);
		expect(output).toMatch(/^Write one name of 1 to 100 characters/);
		expect(code).toBe(1);
	},
	30_000,
);
