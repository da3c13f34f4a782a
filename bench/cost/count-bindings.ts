// The Worker's bindings, counted: D1, KV and the queue. Objects count themselves.
import type { Env } from "../../src/env.ts";
import { countDatabase } from "./count-database.ts";
import { add } from "./meter.ts";

const OPERATION_BYTES = 64 * 1024;
/** What the platform adds to each message. */
const METADATA_BYTES = 100;
const COUNTED: Record<string, true> = { DB: true, IDEMPOTENCY: true, FANOUT: true };
/** Objects are counted in their own classes; assets and the limit of requests are free. */
const LEFT_ALONE: Record<string, true> = {
	MESSAGE_STORE: true,
	ENDPOINT_LANE: true,
	OPERATOR_SWITCH: true,
	REQUEST_LIMIT: true,
	ASSETS: true,
};

const counted = new WeakMap<Env, Env>();

/** The same counted bindings each time: what uses them keeps what it made of them. */
export function countEnv(env: Env): Env {
	let made = counted.get(env);
	if (made === undefined) {
		for (const [name, binding] of Object.entries(env)) {
			if (typeof binding === "string" || name in COUNTED || name in LEFT_ALONE) continue;
			throw new Error(`the cost meter does not know the binding ${name}`);
		}
		made = {
			...env,
			DB: countDatabase(env.DB),
			IDEMPOTENCY: countKv(env.IDEMPOTENCY),
			FANOUT: countQueue(env.FANOUT),
		};
		counted.set(env, made);
	}
	return made;
}

function countKv(kv: KVNamespace): KVNamespace {
	return new Proxy(kv, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== "function") return member;
			return (...args: unknown[]) => {
				const isRead = name === "get" || name === "getWithMetadata";
				const keys = isRead && Array.isArray(args[0]) ? args[0].length : 1;
				add(isRead ? "kvReads" : "kvWrites", keys, String(name));
				return member.apply(target, args);
			};
		},
	});
}

function countQueue<T>(queue: Queue<T>): Queue<T> {
	return new Proxy(queue, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name);
			if (typeof member !== "function") return member;
			return (...args: unknown[]) => {
				if (name === "send") add("queueOperations", operationsOf(args[0]), "write");
				if (name === "sendBatch") {
					const messages = [...(args[0] as Iterable<MessageSendRequest>)]; // safe: its one input
					for (const { body } of messages) add("queueOperations", operationsOf(body), "write");
					return member.call(target, messages, ...args.slice(1));
				}
				return member.apply(target, args);
			};
		},
	});
}

/** A batch as its consumer gets it: each message is read, and deleted unless it is to come again. */
export function countBatch<T>(batch: MessageBatch<T>): MessageBatch<T> {
	const messages = batch.messages.map((message) => {
		add("queueOperations", operationsOf(message.body), "read");
		return {
			id: message.id,
			timestamp: message.timestamp,
			body: message.body,
			attempts: message.attempts,
			ack() {
				add("queueOperations", operationsOf(message.body), "delete");
				message.ack();
			},
			retry: (options?: QueueRetryOptions) => message.retry(options),
		};
	});
	return {
		queue: batch.queue,
		metadata: batch.metadata,
		messages,
		ackAll() {
			for (const message of messages) message.ack();
		},
		retryAll: (options) => batch.retryAll(options),
	};
}

function operationsOf(body: unknown): number {
	const bytes = new TextEncoder().encode(JSON.stringify(body)).length + METADATA_BYTES;
	return Math.ceil(bytes / OPERATION_BYTES);
}
