// Signatures of deliveries, by the Standard Webhooks signature scheme.

import { toBase64 } from "./base64.ts";
import type { SigningKey } from "./secret.ts";

const encoder = new TextEncoder();

export type HeaderPrefix = "webhook" | "svix" | "both";

/** What stands before the 32 seed bytes in an Ed25519 private key (PKCS #8, RFC 8410 §7). */
const PKCS8_HEAD = [
	0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** The key in the runtime's form; it cannot be read back, so it may be kept in memory. */
export function importKey(key: SigningKey): Promise<CryptoKey> {
	switch (key.kind) {
		case "hmac": {
			const algorithm = { name: "HMAC", hash: "SHA-256" };
			return crypto.subtle.importKey("raw", key.raw, algorithm, false, ["sign"]);
		}
		case "ed25519": {
			// WebCrypto has no raw form for a private key.
			const wrapped = Uint8Array.from([...PKCS8_HEAD, ...key.seed]);
			return crypto.subtle.importKey("pkcs8", wrapped, { name: "Ed25519" }, false, ["sign"]);
		}
	}
}

/** `v1,<base64>` or `v1a,<base64>` over `{id}.{seconds}.{body}` (Standard Webhooks). */
export function sign(
	key: CryptoKey,
	id: string,
	timestampSeconds: number,
	body: Uint8Array | string,
): Promise<string> {
	return signContent(key, toContent(id, timestampSeconds, body));
}

/** Space-joined signatures in the order of the keys, the current one first. */
export async function signatureHeader(
	keys: readonly CryptoKey[],
	id: string,
	timestampSeconds: number,
	body: Uint8Array | string,
): Promise<string> {
	const content = toContent(id, timestampSeconds, body);
	const signatures = await Promise.all(keys.map((key) => signContent(key, content)));
	return signatures.join(" ");
}

/** The three headers of a delivery, under either name or both. */
export function signedHeaders(
	prefix: HeaderPrefix,
	id: string,
	timestampSeconds: number,
	signature: string,
): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const name of prefix === "both" ? ["webhook", "svix"] : [prefix]) {
		headers[`${name}-id`] = id;
		headers[`${name}-timestamp`] = String(timestampSeconds);
		headers[`${name}-signature`] = signature;
	}
	return headers;
}

async function signContent(key: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<string> {
	const { name } = key.algorithm;
	const signature = await crypto.subtle.sign(name, key, content);
	const version = name === "HMAC" ? "v1" : "v1a";
	return `${version},${toBase64(new Uint8Array(signature))}`;
}

function toContent(id: string, timestampSeconds: number, body: Uint8Array | string) {
	const head = encoder.encode(`${id}.${timestampSeconds}.`);
	const tail = typeof body === "string" ? encoder.encode(body) : body;
	const content = new Uint8Array(head.length + tail.length);
	content.set(head);
	content.set(tail, head.length);
	return content;
}
