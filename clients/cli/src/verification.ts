// Whether a delivery was signed with one of the secrets, by the Standard Webhooks signature scheme.
import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { UsageError } from "./errors.ts";

export type VerificationKey =
	| { kind: "hmac"; secret: Buffer }
	| { kind: "ed25519"; publicKey: KeyObject };

export type Verdict = { kind: "verified" } | { kind: "wrong"; why: string } | { kind: "unchecked" };

const TOLERANCE_SECONDS = 300;
const ED25519_KEY_BYTES = 32;
/** What stands before the 32 bytes of an Ed25519 public key (SPKI, RFC 8410 §4). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** @param now epoch milliseconds */
export function verifyDelivery(
	keys: readonly VerificationKey[],
	headers: IncomingHttpHeaders,
	body: Buffer,
	now: number,
): Verdict {
	if (keys.length === 0) return { kind: "unchecked" };
	const prefix = headers["webhook-signature"] === undefined ? "svix" : "webhook";
	const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((part) => {
		const value = headers[`${prefix}-${part}`];
		return typeof value === "string" && value !== "" ? value : null;
	});
	if (!id || !timestamp || !signatures) return wrong("it has no signature");
	const ageSeconds = now / 1_000 - Number(timestamp);
	if (!/^\d{1,12}$/.test(timestamp)) return wrong("its timestamp is no number");
	if (ageSeconds > TOLERANCE_SECONDS) return wrong("its timestamp is too old");
	if (ageSeconds < -TOLERANCE_SECONDS) return wrong("its timestamp is in the future");
	const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
	const isRight = signatures
		.split(" ")
		.some((signature) => keys.some((key) => isSignedWith(key, signature, content)));
	return isRight ? { kind: "verified" } : wrong("it was not signed with this secret");
}

/** A secret as the API shows it: `whsec_…` for HMAC, `whpk_…` for Ed25519; `whsk_…` holds the public key, too. */
export function toVerificationKey(secret: string): VerificationKey {
	const [, prefix = "whsec_", encoded = ""] =
		/^(whsec_|whpk_|whsk_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
	const bytes = Buffer.from(encoded, "base64");
	if (bytes.length === 0) throw new UsageError("The secret must be like whsec_… or whpk_….");
	if (prefix === "whsec_") return { kind: "hmac", secret: bytes };
	const isLengthRight = bytes.length === ED25519_KEY_BYTES * (prefix === "whsk_" ? 2 : 1);
	if (!isLengthRight) throw new UsageError(`The secret that begins with ${prefix} is cut off.`);
	const key = Buffer.concat([SPKI_HEAD, bytes.subarray(-ED25519_KEY_BYTES)]);
	return { kind: "ed25519", publicKey: createPublicKey({ key, format: "der", type: "spki" }) };
}

function isSignedWith(key: VerificationKey, signature: string, content: Buffer): boolean {
	const [version, encoded = ""] = signature.split(",");
	const given = Buffer.from(encoded, "base64");
	switch (key.kind) {
		case "hmac": {
			const expected = createHmac("sha256", key.secret).update(content).digest();
			return (
				version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)
			);
		}
		case "ed25519":
			return version === "v1a" && verify(null, content, key.publicKey, given);
	}
}

const wrong = (why: string): Verdict => ({ kind: "wrong", why });
