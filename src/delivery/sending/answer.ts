// Reads of an answer what is kept: the start of its body and of its headers, and says what was cut.
import { ADVICE_HEADERS } from "../../core/advice.ts";
import { toBase64 } from "../../core/base64.ts";
import { concatBytes } from "../../core/bytes.ts";

/** Bytes kept of an answer's body, after decompression; nothing further is read. */
export const RESPONSE_BYTES_MAX = 16 * 1024;
/** Headers kept of an answer: how many, and characters of their names and values. */
export const RESPONSE_HEADERS_MAX = 64;
export const RESPONSE_HEADER_CHARACTERS_MAX = 8 * 1024;
/** Among the headers of an answer, our note of what was not kept: `headers`, `body` or `headers, body`. */
export const CUT_HEADER = "edgehook-cut";

/** How the body ended: by itself, by our limit, by the timeout, or by a connection that broke. */
export type BodyEnd = "whole" | "cut" | "timeout" | "broken";

export type AnswerStart = { response: string; responseHeaders: [string, string][]; end: BodyEnd };

/** Never throws. `signal` is the attempt's timeout. */
export async function readAnswer(answer: Response, signal: AbortSignal): Promise<AnswerStart> {
	const { bytes, end } = await readStart(answer, signal);
	const { kept, isCut } = keepHeaders([...answer.headers]);
	const cuts = [...(isCut ? ["headers"] : []), ...(end === "cut" ? ["body"] : [])];
	if (cuts.length > 0) kept.push([CUT_HEADER, cuts.join(", ")]);
	return { response: toText(bytes, end === "whole"), responseHeaders: kept, end };
}

/** At most RESPONSE_BYTES_MAX of the body; the rest is refused, so that the connection is freed. */
async function readStart(
	answer: Response,
	signal: AbortSignal,
): Promise<{ bytes: Uint8Array; end: BodyEnd }> {
	const parts: Uint8Array[] = [];
	const until = (end: BodyEnd) => ({ bytes: concatBytes(parts), end });
	if (answer.body === null) return until("whole");
	const announced = Number(answer.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
	try {
		if (announced <= RESPONSE_BYTES_MAX && !answer.headers.has("content-encoding")) {
			// Held to by the protocol, and one read is much cheaper than a stream.
			parts.push(new Uint8Array(await answer.arrayBuffer()));
			return until("whole");
		}
		const reader = answer.body.getReader();
		let room = RESPONSE_BYTES_MAX;
		while (room > 0) {
			const { done, value } = await reader.read();
			if (done) return until("whole");
			const part = value.subarray(0, room);
			parts.push(part);
			room -= part.length;
		}
		await reader.cancel().catch(() => undefined);
		return until("cut");
	} catch {
		return until(signal.aborted ? "timeout" : "broken");
	}
}

/** Those that decide something come first: no number of others crowds them out. */
function keepHeaders(headers: [string, string][]): { kept: [string, string][]; isCut: boolean } {
	const isAdvice = ([name]: [string, string]) => ADVICE_HEADERS.includes(name);
	const ordered = [...headers.filter(isAdvice), ...headers.filter((entry) => !isAdvice(entry))];
	const kept: [string, string][] = [];
	let room = RESPONSE_HEADER_CHARACTERS_MAX;
	for (const [name, value] of ordered) {
		const size = name.length + value.length;
		if (kept.length === RESPONSE_HEADERS_MAX || size > room || name === CUT_HEADER) continue;
		kept.push([name, value]);
		room -= size;
	}
	return { kept, isCut: kept.length < headers.length };
}

/** UTF-8, else base64. A cut may fall inside a character: up to three last bytes may be dropped. */
function toText(bytes: Uint8Array, complete: boolean): string {
	for (let drop = 0; drop <= (complete ? 0 : 3); drop++) {
		try {
			const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
			return decoder.decode(bytes.subarray(0, bytes.length - drop));
		} catch {
			// Not UTF-8 up to here: one byte less may be.
		}
	}
	return toBase64(bytes);
}
