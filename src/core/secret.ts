// The text forms of signing secrets, by the Standard Webhooks prefixes.

import { fromBase64, toBase64 } from "./base64.ts";

export type SigningKey =
	| { kind: "hmac"; raw: Uint8Array<ArrayBuffer> }
	| { kind: "ed25519"; seed: Uint8Array<ArrayBuffer>; publicKey: Uint8Array<ArrayBuffer> };
export type SecretProblem = { message: string };
export type SecretResult = { ok: true; key: SigningKey } | { ok: false; problem: SecretProblem };

/** Random bytes in a generated secret. */
export const SECRET_RANDOM_BYTES = 24;
const HMAC_BYTES_MIN = 24;
const HMAC_BYTES_MAX = 75;
const ED25519_SEED_BYTES = 32;
const ED25519_SECRET_BYTES = 64;

const SECRET_PATTERN = /^(whsec_|whsk_|whsk1_|whpk_|whpk1_)?([a-zA-Z0-9+/=]{32,100})$/;

/**
 * Reads a secret that a customer gave; without a prefix it is an HMAC key. The `whsk1_` and
 * `whpk1_` forms that the wire's pattern lets through are refused, as no key type stands for them.
 * That the two halves of a `whsk_` key belong together is not checked.
 */
export function parseSecret(text: string): SecretResult {
	const [, prefix = "whsec_", encoded] = SECRET_PATTERN.exec(text) ?? [];
	if (encoded === undefined) {
		return refuse("The secret must be whsec_ or whsk_ and 32 to 100 base64 characters.");
	}
	if (prefix === "whpk_") {
		return refuse(
			"The secret is a public key (whpk_); send the secret key that starts with whsk_.",
		);
	}
	if (prefix !== "whsec_" && prefix !== "whsk_") {
		return refuse(`Secrets that start with ${prefix} are not supported; use whsec_ or whsk_.`);
	}
	const bytes = fromBase64(encoded);
	if (bytes === null) return refuse("The secret is not valid base64.");
	return prefix === "whsk_" ? parseEd25519(bytes) : parseHmac(bytes);
}

/** The private form, as it is stored: `whsec_…` or `whsk_…`. */
export function toSecretText(key: SigningKey): string {
	switch (key.kind) {
		case "hmac":
			return `whsec_${toBase64(key.raw)}`;
		case "ed25519": {
			const secret = new Uint8Array(key.seed.length + key.publicKey.length);
			secret.set(key.seed);
			secret.set(key.publicKey, key.seed.length);
			return `whsk_${toBase64(secret)}`;
		}
	}
}

/** The form that a receiver verifies with, as the API shows it: `whsec_…` or `whpk_…`. */
export function toPublishedText(key: SigningKey): string {
	switch (key.kind) {
		case "hmac":
			return toSecretText(key);
		case "ed25519":
			return `whpk_${toBase64(key.publicKey)}`;
	}
}

/** A new HMAC secret of 24 random bytes. */
export function secretFromRandom(bytes: Uint8Array): string {
	return `whsec_${toBase64(bytes.subarray(0, SECRET_RANDOM_BYTES))}`;
}

function parseHmac(raw: Uint8Array<ArrayBuffer>): SecretResult {
	if (raw.length < HMAC_BYTES_MIN || raw.length > HMAC_BYTES_MAX) {
		return refuse(`The secret must hold ${HMAC_BYTES_MIN} to ${HMAC_BYTES_MAX} bytes.`);
	}
	return { ok: true, key: { kind: "hmac", raw } };
}

function parseEd25519(secret: Uint8Array<ArrayBuffer>): SecretResult {
	if (secret.length !== ED25519_SECRET_BYTES) {
		return refuse("A whsk_ secret must hold 64 bytes: the Ed25519 seed, then the public key.");
	}
	const seed = secret.slice(0, ED25519_SEED_BYTES);
	const publicKey = secret.slice(ED25519_SEED_BYTES);
	return { ok: true, key: { kind: "ed25519", seed, publicKey } };
}

function refuse(message: string): SecretResult {
	return { ok: false, problem: { message } };
}
