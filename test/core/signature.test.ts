// Published signature vectors, and signatures as independent verifiers see them.

import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { fromBase64 } from "../../src/core/base64.ts";
import { parseSecret, secretFromRandom } from "../../src/core/secret.ts";
import { importKey, sign, signatureHeader, signedHeaders } from "../../src/core/signature.ts";

const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const TIMESTAMP = 1614265330;
const BODY = '{"test": 2432232314}';
const HMAC = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const HMAC_SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const ED25519 =
	"whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
const ED25519_PUBLIC = "1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";
const ED25519_SIGNATURE =
	"v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";

afterEach(() => {
	vi.useRealTimers();
});

async function toKey(secret: string): Promise<CryptoKey> {
	const result = parseSecret(secret);
	if (!result.ok) throw new Error(result.problem.message);
	return importKey(result.key);
}

test.each([
	["symmetric", HMAC, HMAC_SIGNATURE],
	["asymmetric", ED25519, ED25519_SIGNATURE],
])("the %s vector is reproduced from text and from bytes", async (_name, secret, signature) => {
	const key = await toKey(secret);
	expect(await sign(key, ID, TIMESTAMP, BODY)).toBe(signature);
	expect(await sign(key, ID, TIMESTAMP, new TextEncoder().encode(BODY))).toBe(signature);
});

test("the vector of the verification guide is reproduced", async () => {
	// Its key has 18 bytes, fewer than a secret may have, so it is not parsed as one.
	const raw = fromBase64("plJ3nmyCDGBKInavdOK15jsl") ?? new Uint8Array();
	const key = await importKey({ kind: "hmac", raw });
	const body = '{"event_type":"ping","data":{"success":true}}';
	expect(await sign(key, "msg_loFOjxBNrRLzqYUf", 1731705121, body)).toBe(
		"v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
	);
});

test.each([
	["one key", [HMAC], HMAC_SIGNATURE],
	["a current and an old key", [ED25519, HMAC], `${ED25519_SIGNATURE} ${HMAC_SIGNATURE}`],
	["the keys the other way round", [HMAC, ED25519], `${HMAC_SIGNATURE} ${ED25519_SIGNATURE}`],
	["no key", [], ""],
])("the header for %s has a signature for each, in order", async (_name, secrets, header) => {
	const keys = await Promise.all(secrets.map(toKey));
	expect(await signatureHeader(keys, ID, TIMESTAMP, BODY)).toBe(header);
});

test.each([
	["ASCII", '{"a":1}'],
	["other scripts", '{"a":"é😀日本"}'],
	["white space and dots", '{ "a.b" : "..." }\n'],
])("a receiver's library takes %s under both keys", async (_name, body) => {
	vi.useFakeTimers({ now: TIMESTAMP * 1000 });
	const old = secretFromRandom(new Uint8Array(24).fill(1));
	const keys = await Promise.all([toKey(HMAC), toKey(ED25519), toKey(old)]);
	const signature = await signatureHeader(keys, ID, TIMESTAMP, body);
	const headers = signedHeaders("webhook", ID, TIMESTAMP, signature);
	for (const secret of [HMAC, old]) {
		expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
	}
	const wrong = new Webhook(secretFromRandom(new Uint8Array(24).fill(2)));
	expect(() => wrong.verify(body, headers)).toThrow();
	expect(() => new Webhook(HMAC).verify(`${body} `, headers)).toThrow();
});

test("a v1a signature verifies with the public key alone, over that text only", async () => {
	const [, encoded = ""] = (await sign(await toKey(ED25519), ID, TIMESTAMP, BODY)).split(",");
	const raw = fromBase64(ED25519_PUBLIC) ?? new Uint8Array();
	const signature = fromBase64(encoded) ?? new Uint8Array();
	const publicKey = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
	const isValid = (text: string) =>
		crypto.subtle.verify("Ed25519", publicKey, signature, new TextEncoder().encode(text));
	expect(await isValid(`${ID}.${TIMESTAMP}.${BODY}`)).toBe(true);
	expect(await isValid(`${ID}.${TIMESTAMP + 1}.${BODY}`)).toBe(false);
});

test("an imported key cannot be read back", async () => {
	expect((await toKey(HMAC)).extractable).toBe(false);
	expect((await toKey(ED25519)).extractable).toBe(false);
});

test.each([
	["webhook", ["webhook-id", "webhook-timestamp", "webhook-signature"]],
	["svix", ["svix-id", "svix-timestamp", "svix-signature"]],
	[
		"both",
		[
			"webhook-id",
			"webhook-timestamp",
			"webhook-signature",
			"svix-id",
			"svix-timestamp",
			"svix-signature",
		],
	],
] as const)("the prefix %s gives the headers %j", (prefix, names) => {
	const headers = signedHeaders(prefix, ID, TIMESTAMP, "v1,abc");
	expect(Object.keys(headers)).toEqual(names);
	expect(new Set(Object.values(headers))).toEqual(new Set([ID, String(TIMESTAMP), "v1,abc"]));
});
