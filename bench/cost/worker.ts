// The Worker under the meter: the real one, with counted bindings and objects. For the bench only.

import type { Env } from "../../src/env.ts";
import * as edgehook from "../../src/index.ts";
import type { FanoutJob } from "../../src/platform/fanout-queue.ts";
import type { Chunk } from "../../src/platform/sender-client.ts";
import { advance, moveClock } from "./clock.ts";
import { countBatch, countEnv } from "./count-bindings.ts";
import { countFetched, countObject } from "./count-objects.ts";
import { add, countConsole, countTimers, overdue, readCounts, resetCounts } from "./meter.ts";

countConsole();
countTimers();
moveClock();

export const MessageStore = countObject("MessageStore", edgehook.MessageStore);
export const EndpointLane = countObject("EndpointLane", edgehook.EndpointLane);
export const OperatorSwitch = countFetched("OperatorSwitch", edgehook.OperatorSwitch);

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
	async fetch(request, env, ctx) {
		const { pathname, searchParams } = new URL(request.url);
		switch (pathname) {
			case "/__bench/counters":
				return Response.json(readCounts());
			case "/__bench/reset":
				resetCounts();
				return new Response(null, { status: 204 });
			case "/__bench/advance":
				advance(Number(searchParams.get("ms")));
				await runOverdue(env);
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

type WithAlarm = { overdueAlarm(): Promise<void> };

async function runOverdue({ MESSAGE_STORE, ENDPOINT_LANE }: Env): Promise<void> {
	for (const [kind, name] of overdue()) {
		const namespace = kind === "MessageStore" ? MESSAGE_STORE : ENDPOINT_LANE;
		const object: unknown = namespace.getByName(name);
		await (object as WithAlarm).overdueAlarm(); // safe because counted objects have it
	}
}
