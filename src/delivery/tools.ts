// What the doors and everything after «accept» use, made from `env` once per isolate.
import type { Env } from "../env.ts";
import { parseConfig } from "../platform/config.ts";
import { createFanoutQueue, type FanoutQueue } from "../platform/fanout-queue.ts";
import { createLanes, type Lanes } from "../platform/lane-client.ts";
import { createMessageStores } from "../platform/message-store-client.ts";
import { createSealer } from "../platform/sealer.ts";
import { createSenders } from "../platform/sender-client.ts";
import { createDb, type Db } from "../store/db.ts";
import type { DispatchTools } from "./dispatch.ts";
import { ReportBox } from "./report-box.ts";

export type Tools = DispatchTools & {
	lanes: Lanes;
	db: Db;
	answers: KVNamespace;
	fanout: FanoutQueue;
};

const tools = new WeakMap<Env, Tools>();

/** The isolate's tools; `exports` is the `ctx.exports` of the invocation. */
export function toolsOf(env: Env, exports: unknown): Tools {
	let made = tools.get(env);
	if (made === undefined) {
		const config = parseConfig(env);
		const lanes = createLanes(env.ENDPOINT_LANE);
		made = {
			config,
			db: createDb(env.DB),
			answers: env.IDEMPOTENCY,
			fanout: createFanoutQueue(env.FANOUT),
			stores: createMessageStores(env.MESSAGE_STORE),
			lanes,
			reports: new ReportBox(lanes),
			sealer: createSealer(config.masterKey),
			senders: createSenders(exports),
			ownHosts: [],
			fetch: outboundOf(env),
		};
		tools.set(env, made);
	}
	return made;
}

/** The global fetch; or the local server's own way out, which skips the simulator's interceptor. */
function outboundOf(env: Env): typeof fetch {
	const { OUTBOUND: outbound } = env;
	return outbound === undefined
		? (...input) => fetch(...input)
		: (input, init) => outbound.fetch(input as RequestInfo, init);
}
