// The way to the stateless senders, which make attempts outside of any object.
import type { Grant, MessageContent } from "../core/delivery.ts";

/** Attempts of one sender invocation. The platform opens at most six connections in one. */
export const CHUNK_MAX = 6;

/** `content` is that of the one message in the chunk; null makes the sender read it from the MessageStore. */
export type Chunk = { grants: Grant[]; content: MessageContent | null };

/** Answers at once; the attempts run after the answer and are reported to their lanes. */
export type SenderRpc = { deliver(chunk: Chunk): Promise<void> };

/** What to do with grants that no sender took; without it the call fails. */
type OnLost = (lost: Grant[], error: unknown) => void;

export type Senders = {
	deliverAll(grants: Grant[], content: MessageContent | null, onLost?: OnLost): Promise<void>;
};

/** `exports` is the `ctx.exports` of a Worker or an object whose entry module exports `Sender`. */
export function createSenders(exports: unknown): Senders {
	const sender = (exports as { Sender: SenderRpc }).Sender; // safe because index.ts exports it
	return {
		async deliverAll(grants, content, onLost) {
			const chunks: Promise<void>[] = [];
			for (let i = 0; i < grants.length; i += CHUNK_MAX) {
				const some = grants.slice(i, i + CHUNK_MAX);
				const sent = sender.deliver({ grants: some, content });
				chunks.push(
					onLost === undefined ? sent : sent.catch((error: unknown) => onLost(some, error)),
				);
			}
			await Promise.all(chunks);
		},
	};
}
