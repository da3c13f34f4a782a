// Reads a request's body as JSON text, and says what is wrong with one that is not.
import { concatBytes } from "../core/bytes.ts";
import { DomainError, invalid } from "../core/errors.ts";

/** Room beside the payload itself: its envelope of event type, channels, tags and so on. */
const ENVELOPE_BYTES = 64 * 1024;

/** Kept, because making one costs more than using it. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

export type Body = { text: string; json: unknown };

/** @returns null when there is no body */
export async function readBody(request: Request, payloadBytesMax: number): Promise<Body | null> {
	const bytes = await readBytes(request, payloadBytesMax + ENVELOPE_BYTES);
	if (bytes.length === 0) return null;
	const type = request.headers.get("content-type") ?? "application/json";
	if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) {
		throw new DomainError(
			"unsupported_media_type",
			`Send the body as JSON with 'Content-Type: application/json', not '${type}'`,
		);
	}
	try {
		const text = decoder.decode(bytes);
		return { text, json: JSON.parse(text) };
	} catch (error) {
		const reason = error instanceof SyntaxError ? error.message : "it is not UTF-8";
		throw invalid(["body"], `must be valid JSON: ${reason}`, "value_error.jsondecode");
	}
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
	const tooLarge = () =>
		new DomainError("payload_too_large", `The request is larger than ${bytesMax} bytes`);
	const announced = request.headers.get("content-length");
	if (Number(announced ?? 0) > bytesMax) throw tooLarge();
	if (request.body === null) return new Uint8Array(0);
	// The length is held to by the protocol, and one read is much cheaper than a stream.
	if (announced !== null) return new Uint8Array(await request.arrayBuffer());
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of request.body) {
		length += part.length;
		if (length > bytesMax) throw tooLarge();
		parts.push(part);
	}
	return concatBytes(parts);
}
