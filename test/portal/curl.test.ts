// A copied command is run by a real shell: each argument must arrive as it was.
import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quote, toCurl } from "../../portal/src/lib/curl.ts";

const SHELLS = ["bash", "sh"];

/** What a program gets when a shell runs `command` with `curl` as its name: arguments, and what is piped in. */
function run(shell: string, command: string) {
	const told =
		'curl() { for one in "$@"; do printf \'%s\\0\' "$one"; done; if [ "$piped" ]; then cat; fi; }';
	const piped = command.startsWith("printf") ? "piped=1\n" : "";
	const { stdout, status, stderr } = spawnSync(shell, ["-s"], {
		input: `${told}\n${piped}${command}\n`,
		maxBuffer: 1e8,
	});
	expect(status, String(stderr)).toBe(0);
	return stdout.toString("utf8").split("\0");
}

/** What a header, an address or a payload may hold; no shell can hand on a zero byte. */
const text = fc
	.string({ unit: "binary", maxLength: 40 })
	.map((value) => value.replaceAll("\0", ""))
	.filter((value) => value.isWellFormed());
const nasty = fc.oneof(
	text,
	fc
		.array(
			fc.constantFrom(
				"'",
				'"',
				"\\",
				"$(id)",
				"`id`",
				"!!",
				"\n",
				"\t",
				"\r",
				"\x1b[2J",
				"é",
				"-",
				"@",
				"%s",
				"\u009b",
			),
		)
		.map((parts) => parts.join("")),
);

test("Any text is one word of the shell", () => {
	fc.assert(
		fc.property(fc.array(nasty, { minLength: 1, maxLength: 20 }), (texts) => {
			expect(run("bash", `curl ${texts.map(quote).join(" ")}`).slice(0, -1)).toEqual(texts);
		}),
		{ numRuns: 30 },
	);
});

test.each(SHELLS)("%s sends the address, the headers and the body as they were", (shell) => {
	const body = `{"it's": "$HOME \`id\` \\\\n !", "n": 12345678901234567890}\n`;
	const headers = [
		["webhook-id", "msg_1"],
		["x-quote", `"'`],
		["x-empty", ""],
	] as const;
	const [url, ...rest] = run(shell, toCurl({ url: "https://a.example/?b='c'&d", headers, body }));
	expect(url).toBe("https://a.example/?b='c'&d");
	expect(rest).toEqual([
		...["-H", "webhook-id: msg_1", "-H", `x-quote: "'`, "-H", "x-empty;"],
		...["--data-raw", body, ""],
	]);
});

test("A body that is too long for an argument is piped, byte for byte", () => {
	const body = JSON.stringify({ text: "it's é ".repeat(100_000) });
	const args = run("sh", toCurl({ url: "https://a.example/", headers: [], body }));
	expect(args.slice(0, 3)).toEqual(["https://a.example/", "--data-binary", "@-"]);
	expect(args[3] === body).toBe(true);
});

test("Brackets in an address are not read as a pattern", () => {
	expect(toCurl({ url: "https://[::1]/{a}", headers: [], body: "{}" })).toContain(
		"curl --globoff 'https://[::1]/{a}'",
	);
	expect(toCurl({ url: "https://a.example/", headers: [], body: "{}" })).not.toContain("glob");
});

test("Nothing that acts on a terminal stands in the command", () => {
	fc.assert(
		fc.property(nasty, nasty, (value, body) => {
			const command = toCurl({ url: "https://a.example/", headers: [["x", value]], body });
			// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
			expect(command).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
		}),
	);
});
