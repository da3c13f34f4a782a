// The stateless sender: makes attempts that a lane or a large message gave away.
import { WorkerEntrypoint } from "cloudflare:workers";
import { sendChunk } from "../delivery/sending/dispatch.ts";
import { toolsOf } from "../delivery/tools.ts";
import type { Env } from "../env.ts";
import type { Chunk, SenderRpc } from "../platform/sender-client.ts";

export class Sender extends WorkerEntrypoint<Env> implements SenderRpc {
	/** Answers at once, so that no object waits for a customer's server. */
	async deliver(chunk: Chunk): Promise<void> {
		const tools = toolsOf(this.env, this.ctx.exports);
		this.ctx.waitUntil(sendChunk(tools, chunk.grants, chunk.content));
	}
}
