// The Worker's bindings and settings as the platform hands them over: settings are texts.
import type { EndpointLane } from "./delivery/endpoint-lane.ts";
import type { MessageStore } from "./delivery/message-store.ts";
import type { FanoutJob } from "./platform/fanout-queue.ts";

export type Env = {
	DB: D1Database;
	IDEMPOTENCY: KVNamespace;
	FANOUT: Queue<FanoutJob>;
	MESSAGE_STORE: DurableObjectNamespace<MessageStore>;
	ENDPOINT_LANE: DurableObjectNamespace<EndpointLane>;
	ASSETS?: Fetcher;
	/** Only on the local server. */
	OUTBOUND?: Fetcher;
	MASTER_KEY: string;
	RETRY_SCHEDULE_SECONDS?: string;
	DELIVERY_TIMEOUT_MS?: string;
	ENDPOINT_DISABLE_AFTER_SECONDS?: string;
	PAYLOAD_MAX_BYTES?: string;
	RETENTION_DAYS?: string;
	ALLOW_PRIVATE_TARGETS?: string;
	HEADER_PREFIX?: string;
	ENFORCE_HTTPS?: string;
};
