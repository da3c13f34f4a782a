// Encryption at rest: AES-256-GCM under MASTER_KEY, bound to the record it belongs to (NIST SP 800-38D).
import { fromBase64, toBase64 } from "../core/base64.ts";
import { randomBytes } from "./clock.ts";

/** Seals and opens texts. `owner` (an id) must be the same for both, so that a sealed text cannot be moved. */
export type Sealer = {
	seal(text: string, owner: string): Promise<string>;
	open(sealed: string, owner: string): Promise<string>;
};

const VERSION = "s1";
const IV_BYTES = 12;
const keys = new Map<string, Promise<CryptoKey>>();

/** The sealer of an installation. `masterKey` is 32 bytes in base64. */
export function createSealer(masterKey: string): Sealer {
	const key = () => {
		let imported = keys.get(masterKey);
		if (imported === undefined) {
			imported = importMasterKey(masterKey);
			keys.set(masterKey, imported);
		}
		return imported;
	};
	const parameters = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
		name: "AES-GCM",
		iv,
		additionalData: new TextEncoder().encode(owner),
	});
	return {
		async seal(text, owner) {
			const iv = randomBytes(IV_BYTES);
			const data = new TextEncoder().encode(text);
			const sealed = await crypto.subtle.encrypt(parameters(iv, owner), await key(), data);
			return `${VERSION}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
		},
		async open(sealed, owner) {
			const [version, ivText = "", dataText = ""] = sealed.split(".");
			const iv = fromBase64(ivText);
			const data = fromBase64(dataText);
			if (version !== VERSION || iv === null || data === null)
				throw new Error("sealed text is damaged");
			const opened = await crypto.subtle.decrypt(parameters(iv, owner), await key(), data);
			return new TextDecoder().decode(opened);
		},
	};
}

async function importMasterKey(masterKey: string): Promise<CryptoKey> {
	const raw = fromBase64(masterKey);
	if (raw === null) throw new Error("MASTER_KEY is not base64");
	return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}
