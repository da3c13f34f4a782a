// Text forms of signing secrets, what is refused, and base64.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../src/core/base64.ts";
import {
	parseSecret,
	secretFromRandom,
	toPublishedText,
	toSecretText,
} from "../../src/core/secret.ts";

const HMAC = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ED25519 =
	"whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
const ED25519_PUBLIC = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";

function ofBytes(length: number): string {
	return toBase64(new Uint8Array(length).fill(7));
}

test.each([
	["with its prefix", `whsec_${HMAC}`, `whsec_${HMAC}`, `whsec_${HMAC}`],
	["without a prefix", HMAC, `whsec_${HMAC}`, `whsec_${HMAC}`],
	["of 24 bytes", ofBytes(24), `whsec_${ofBytes(24)}`, `whsec_${ofBytes(24)}`],
	["of 75 bytes", ofBytes(75), `whsec_${ofBytes(75)}`, `whsec_${ofBytes(75)}`],
	["with padding", ofBytes(25), `whsec_${ofBytes(25)}`, `whsec_${ofBytes(25)}`],
	[
		"without its padding",
		ofBytes(25).replaceAll("=", ""),
		`whsec_${ofBytes(25)}`,
		`whsec_${ofBytes(25)}`,
	],
	["of 64 bytes without a prefix", ofBytes(64), `whsec_${ofBytes(64)}`, `whsec_${ofBytes(64)}`],
	["of two halves", ED25519, ED25519, ED25519_PUBLIC],
])("a secret %s is stored and published in full form", (_name, text, stored, published) => {
	const result = parseSecret(text);
	expect(result.ok && [toSecretText(result.key), toPublishedText(result.key)]).toEqual([
		stored,
		published,
	]);
});

test.each([
	["", "32 to 100"],
	["whsec_", "32 to 100"],
	[ofBytes(23), "24 to 75 bytes"],
	["a".repeat(31), "32 to 100"],
	["a".repeat(101), "32 to 100"],
	[`WHSEC_${HMAC}`, "32 to 100"],
	[`${HMAC}\n`, "32 to 100"],
	[` ${HMAC}`, "32 to 100"],
	[HMAC.replace("f", "-"), "32 to 100"],
	["a".repeat(33), "base64"],
	[`=${"a".repeat(35)}`, "base64"],
	[`${"a".repeat(34)}=`, "base64"],
	[`${"a".repeat(32)}====`, "base64"],
	[ED25519_PUBLIC, "public key"],
	[`whsk_${HMAC}`, "64 bytes"],
	[`whsk_${ofBytes(63)}`, "64 bytes"],
	[`whsk_${ofBytes(65)}`, "64 bytes"],
	[ED25519.replace("whsk_", "whsk1_"), "whsk1_"],
	[ED25519_PUBLIC.replace("whpk_", "whpk1_"), "whpk1_"],
])("the secret %j is refused over %s", (text, words) => {
	const result = parseSecret(text);
	expect(result.ok ? "" : result.problem.message).toContain(words);
});

test("a refusal does not repeat the secret", () => {
	const result = parseSecret(`whsk1_${HMAC}`);
	expect(JSON.stringify(result)).not.toContain(HMAC);
});

test("a generated secret is 24 bytes that parse back", () => {
	const bytes = Uint8Array.from({ length: 24 }, (_, i) => i * 10);
	const text = secretFromRandom(bytes);
	expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
	expect(parseSecret(text)).toEqual({ ok: true, key: { kind: "hmac", raw: bytes } });
});

test.each([
	["", ""],
	["f", "Zg=="],
	["fo", "Zm8="],
	["foo", "Zm9v"],
	["foob", "Zm9vYg=="],
	["\u00fb\u00ff", "+/8="],
])("%j in base64 is %j", (binary, text) => {
	expect(toBase64(Uint8Array.from(binary, (char) => char.charCodeAt(0)))).toBe(text);
});

test("base64 reads back, with or without padding", () => {
	const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
		const text = toBase64(bytes);
		expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
		expect(fromBase64(text.replaceAll("=", ""))).toEqual(new Uint8Array(bytes));
	});
	fc.assert(property);
});

test("base64 takes a megabyte", () => {
	const bytes = new Uint8Array(1_000_000).fill(255);
	expect(fromBase64(toBase64(bytes))?.length).toBe(1_000_000);
});

test.each([["a"], ["YQ="], ["YQ==="], ["Y Q="], ["YW\n="], ["Y-_="], ["=YQ="], ["é"]])(
	"%j is not base64",
	(text) => {
		expect(fromBase64(text)).toBeNull();
	},
);
