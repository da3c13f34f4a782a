// The Worker: its handlers and its objects.
import { toolsOf } from "./delivery/tools.ts";
import type { Env } from "./env.ts";
import { createApp } from "./http/app.ts";
import { consumeDeadFanout, consumeFanout } from "./jobs/fanout.ts";
import { sweep } from "./jobs/sweep.ts";
import type { FanoutJob } from "./platform/fanout-queue.ts";

export { EndpointLane } from "./delivery/endpoint-lane.ts";
export { MessageStore } from "./delivery/message-store.ts";
export { Sender } from "./jobs/sender.ts";

const app = createApp();

export default {
	fetch: (request, env, ctx) => app.fetch(request, env, ctx),
	async queue(batch, env, ctx) {
		if (batch.queue.endsWith("-dlq")) return consumeDeadFanout(batch);
		await consumeFanout(toolsOf(env, ctx.exports), batch);
	},
	async scheduled(controller, env, ctx) {
		await sweep(toolsOf(env, ctx.exports).db, controller.scheduledTime);
	},
} satisfies ExportedHandler<Env, FanoutJob>;
