// Prefixed, time-ordered ids: 160 bits as 27 base62 characters, of which the first 53 are a sequence number.

/** One prefix per noun; the only place where they are written down. */
export type IdPrefix =
	| "org"
	| "key"
	| "app"
	| "integ"
	| "ep"
	| "msg"
	| "atmpt"
	| "qtask"
	| "opevt"
	| "dom"
	| "dead";
export type Id<P extends IdPrefix> = `${P}_${string}`;
export type ApplicationId = Id<"app">;
export type EndpointId = Id<"ep">;
export type MessageId = Id<"msg">;
export type AttemptId = Id<"atmpt">;
export type TaskId = Id<"qtask">;

/** Start of the ids' time, in epoch milliseconds: the KSUID epoch. */
const EPOCH_MS = 1_400_000_000_000;
const TICK_MS = 4;
const PER_TICK = 8192;
const RANDOM_BITS = 107n;
const RANDOM_MASK = (1n << RANDOM_BITS) - 1n;
const LENGTH = 27;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS = new Map([...ALPHABET].map((char, digit) => [char.charCodeAt(0), digit]));
const DIGIT_OF_CODE = Uint8Array.from({ length: 128 }, (_, code) => DIGITS.get(code) ?? 0);
/** Eight digits at a time: most of the work is then on plain numbers. */
const CHUNK_LENGTH = 8;
const CHUNK = 62n ** BigInt(CHUNK_LENGTH);
/** Two digits at a time are written: so few texts can be kept. */
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low));

/** Random bytes that one id needs. */
export const ID_RANDOM_BYTES = 16;

/** Smallest sequence number of a moment; ids made at `timeMs` or later have at least this one. */
export function firstSeq(timeMs: number): number {
	return Math.max(0, Math.floor((timeMs - EPOCH_MS) / TICK_MS)) * PER_TICK;
}

/** Smallest sequence number whose `seqTime` is `timeMs` or later: where a list that is cut by times begins. */
export function seqFrom(timeMs: number): number {
	return firstSeq(timeMs + TICK_MS - 1);
}

/** The next sequence number after `last`: follows the clock and never goes back. */
export function nextSeq(last: number, nowMs: number): number {
	return Math.max(last + 1, firstSeq(nowMs));
}

/** The moment in a sequence number, epoch milliseconds, to 4 ms. */
export function seqTime(seq: number): number {
	return Math.floor(seq / PER_TICK) * TICK_MS + EPOCH_MS;
}

/** The id with a given sequence number. `random` holds at least 16 bytes. */
export function toId<P extends IdPrefix>(prefix: P, seq: number, random: Uint8Array): Id<P> {
	let value = BigInt(seq) << RANDOM_BITS;
	value |= toBigInt(random) & RANDOM_MASK;
	return `${prefix}_${encode(value)}`;
}

/** A new id of a record that no object numbers: its sequence is the clock plus random bits. */
export function newId<P extends IdPrefix>(prefix: P, nowMs: number, random: Uint8Array): Id<P> {
	const jitter = ((random[0] ?? 0) << 8) | (random[1] ?? 0);
	return toId(prefix, firstSeq(nowMs) + (jitter % PER_TICK), random);
}

export function isId<P extends IdPrefix>(prefix: P, text: string): text is Id<P> {
	return (
		text.startsWith(`${prefix}_`) &&
		text.length === prefix.length + 1 + LENGTH &&
		/^[0-9A-Za-z]+$/.test(text.slice(prefix.length + 1))
	);
}

/** The sequence number inside an id; the id must have passed `isId`. */
export function seqOf(id: Id<IdPrefix>): number {
	const start = id.length - LENGTH;
	let value = 0n;
	for (let end = LENGTH % CHUNK_LENGTH; end <= LENGTH; end += CHUNK_LENGTH) {
		let part = 0;
		for (let i = Math.max(0, end - CHUNK_LENGTH); i < end; i++) {
			part = part * 62 + (DIGIT_OF_CODE[id.charCodeAt(start + i)] ?? 0);
		}
		value = value * CHUNK + BigInt(part);
	}
	return Number(value >> RANDOM_BITS);
}

function encode(value: bigint): string {
	let rest = value;
	let text = "";
	for (let part = 0; part < 4; part++) {
		let low = Number(rest % CHUNK);
		rest /= CHUNK;
		for (let i = 0; i < CHUNK_LENGTH; i += 2) {
			text = (PAIRS[low % PAIRS.length] ?? "") + text;
			low = Math.floor(low / PAIRS.length);
		}
	}
	return text.slice(-LENGTH);
}

/** Of the first 16 bytes. */
function toBigInt(bytes: Uint8Array): bigint {
	const view = new DataView(bytes.buffer, bytes.byteOffset, ID_RANDOM_BYTES);
	return (view.getBigUint64(0) << 64n) | view.getBigUint64(8);
}
