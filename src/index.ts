// The Worker: its handlers and its objects.
import { toolsOf } from "./delivery/tools.ts";
import type { Env } from "./env.ts";
import { createSite } from "./http/hosts.ts";
import { consumeDeadJobs, consumeFanout } from "./jobs/fanout.ts";
import { sweep } from "./jobs/sweep.ts";
import type { Job } from "./platform/fanout-queue.ts";

export { EndpointLane } from "./delivery/lane/endpoint-lane.ts";
export { MessageStore } from "./delivery/messages/message-store.ts";
export { OperatorSwitch } from "./delivery/operator-switch.ts";
export { Sender } from "./jobs/sender.ts";

const site = createSite();

export default {
	fetch: (request, env, ctx) => site.fetch(request, env, ctx),
	async queue(batch, env, ctx) {
		const tools = toolsOf(env, ctx.exports);
		if (batch.queue.endsWith("-dlq")) await consumeDeadJobs(tools, batch);
		else await consumeFanout(tools, batch);
	},
	async scheduled(controller, env, ctx) {
		await sweep(toolsOf(env, ctx.exports), controller.scheduledTime);
	},
} satisfies ExportedHandler<Env, Job>;
