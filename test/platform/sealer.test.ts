// Encryption at rest: only the same key and the same owner open what was sealed, unchanged.
import { expect, test } from "vitest";
import { createSealer } from "../../src/platform/sealer.ts";

const KEY = btoa("a".repeat(32));
const OTHER_KEY = btoa("b".repeat(32));

test.each([[""], ["whsec_abc"], ["é😀\u0000"], ["x".repeat(100_000)]])(
	"a sealed text opens for its owner (%#)",
	async (text) => {
		const sealer = createSealer(KEY);
		const sealed = await sealer.seal(text, "ep_1");
		expect(await createSealer(KEY).open(sealed, "ep_1")).toBe(text);
	},
);

test("a text is sealed differently each time, and is not to be read in it", async () => {
	const sealer = createSealer(KEY);
	const sealed = await Promise.all([1, 2, 3].map(() => sealer.seal("whsec_abc", "ep_1")));
	expect(new Set(sealed).size).toBe(3);
	expect(sealed.join()).not.toContain("whsec_abc");
	expect(sealed.join()).not.toContain(btoa("whsec_abc").replaceAll("=", ""));
});

test("another owner or another master key does not open it", async () => {
	const sealed = await createSealer(KEY).seal("whsec_abc", "ep_1");
	await expect(createSealer(KEY).open(sealed, "ep_2")).rejects.toThrow();
	await expect(createSealer(OTHER_KEY).open(sealed, "ep_1")).rejects.toThrow();
});

test.each([
	["in its version", (sealed: string) => sealed.replace("s1", "s2")],
	["by its end", (sealed: string) => sealed.slice(0, -4)],
	["by all but its version", (sealed: string) => sealed.slice(0, 2)],
	["in its first byte", (sealed: string) => flip(sealed, sealed.lastIndexOf(".") + 1)],
	["in its nonce", (sealed: string) => flip(sealed, 3)],
	["by a character that is no base64", (sealed: string) => sealed.replace(/.$/, "!")],
	["to nothing", () => ""],
])("a sealed text that was changed %s does not open", async (_name, change) => {
	const sealer = createSealer(KEY);
	const sealed = await sealer.seal("whsec_abc", "ep_1");
	expect(await sealer.open(sealed, "ep_1")).toBe("whsec_abc");
	await expect(sealer.open(change(sealed), "ep_1")).rejects.toThrow();
});

function flip(text: string, index: number): string {
	const other = text.charAt(index) === "A" ? "B" : "A";
	return text.slice(0, index) + other + text.slice(index + 1);
}
