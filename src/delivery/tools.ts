// What the doors and everything after «accept» use, made from `env` once per isolate.
import type { Env } from "../env.ts";
import { parseConfig } from "../platform/config.ts";
import { type CustomHostnames, createCustomHostnames } from "../platform/custom-hostnames.ts";
import { createFanoutQueue, type JobQueue } from "../platform/fanout-queue.ts";
import { createLanes, type Lanes } from "../platform/lane-client.ts";
import { createMessageStores } from "../platform/message-store-client.ts";
import { createOperatorSwitch, type OperatorSwitch } from "../platform/operator-switch-client.ts";
import { createRequestLimit, type RequestLimit } from "../platform/request-limit.ts";
import { createSealer } from "../platform/sealer.ts";
import { createSenders } from "../platform/sender-client.ts";
import { createDb, type Db } from "../store/db.ts";
import type { Connect } from "./sending/diagnosis.ts";
import type { DispatchTools } from "./sending/dispatch.ts";
import { ReportBox } from "./sending/report-box.ts";

export type Tools = DispatchTools & {
	lanes: Lanes;
	db: Db;
	answers: KVNamespace;
	fanout: JobQueue;
	operatorSwitch: OperatorSwitch;
	requestLimit: RequestLimit | null;
	/** Null where the operator makes domains known to the platform by hand. */
	customHostnames: CustomHostnames | null;
};

const tools = new WeakMap<Env, Tools>();

/** The isolate's tools; `exports` is the `ctx.exports` of the invocation. */
export function toolsOf(env: Env, exports: unknown): Tools {
	let made = tools.get(env);
	if (made === undefined) {
		const config = parseConfig(env);
		const lanes = createLanes(env.ENDPOINT_LANE);
		const { customHostnames } = config;
		made = {
			config,
			db: createDb(env.DB),
			answers: env.IDEMPOTENCY,
			fanout: createFanoutQueue(env.FANOUT),
			operatorSwitch: createOperatorSwitch(env.OPERATOR_SWITCH),
			requestLimit: createRequestLimit(env.REQUEST_LIMIT),
			stores: createMessageStores(env.MESSAGE_STORE),
			lanes,
			reports: new ReportBox(lanes),
			sealer: createSealer(config.masterKey),
			senders: createSenders(exports),
			customHostnames:
				customHostnames === null ? null : createCustomHostnames(outboundOf(env), customHostnames),
			ownHosts: config.ownHosts,
			fetch: outboundOf(env),
			connect: connectOf(env),
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

/**
 * Sockets prove something only where they go the way of `fetch`: on the platform they leave from other addresses
 * and reach none of the platform's own, and `fetch` answers a failure to connect with a status that names it.
 */
function connectOf({ OUTBOUND: outbound }: Env): Connect | null {
	return outbound === undefined ? null : (address) => outbound.connect(address);
}
