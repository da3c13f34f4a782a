// The Worker under the meter: the real one, with counted bindings and objects. For the bench only.

import type { Env } from "../../src/env.ts";
import * as edgehook from "../../src/index.ts";
import type { FanoutJob } from "../../src/platform/fanout-queue.ts";
import type { Chunk } from "../../src/platform/sender-client.ts";
import { countBatch, countEnv } from "./count-bindings.ts";
import { countObject } from "./count-objects.ts";
import { add, countConsole, countTimers, readCounts, resetCounts } from "./meter.ts";

countConsole();
countTimers();

export const MessageStore = countObject("MessageStore", edgehook.MessageStore);
export const EndpointLane = countObject("EndpointLane", edgehook.EndpointLane);

/** Free of charge, but each call is an invocation that may be logged. */
export class Sender extends edgehook.Sender {
	constructor(ctx: ExecutionContext, env: Env) {
		super(ctx, countEnv(env));
	}

	override deliver(chunk: Chunk): Promise<void> {
		add("senderCalls", 1, "Sender");
		return super.deliver(chunk);
	}
}

const worker = edgehook.default;

export default {
	fetch(request, env, ctx) {
		switch (new URL(request.url).pathname) {
			case "/__bench/counters":
				return Response.json(readCounts());
			case "/__bench/reset":
				resetCounts();
				return new Response(null, { status: 204 });
		}
		add("workerRequests", 1, "fetch");
		return worker.fetch(request, countEnv(env), ctx);
	},
	queue(batch, env, ctx) {
		add("workerRequests", 1, "queue");
		return worker.queue(countBatch(batch), countEnv(env), ctx);
	},
	scheduled(controller, env, ctx) {
		add("workerRequests", 1, "cron");
		return worker.scheduled(controller, countEnv(env), ctx);
	},
} satisfies ExportedHandler<Env, FanoutJob>;
