// The Worker's bindings and settings as the platform hands them over: settings are texts.
import type { EndpointLane } from "./delivery/lane/endpoint-lane.ts";
import type { MessageStore } from "./delivery/messages/message-store.ts";
import type { Job } from "./platform/fanout-queue.ts";

export type Env = {
	DB: D1Database;
	IDEMPOTENCY: KVNamespace;
	FANOUT: Queue<Job>;
	MESSAGE_STORE: DurableObjectNamespace<MessageStore>;
	ENDPOINT_LANE: DurableObjectNamespace<EndpointLane>;
	OPERATOR_SWITCH: DurableObjectNamespace;
	/** Without it nothing limits how often a key may call. */
	REQUEST_LIMIT?: RateLimit;
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
	OWN_HOSTS?: string;
	PORTAL_URL?: string;
	SAAS_ZONE_ID?: string;
	CLOUDFLARE_API_TOKEN?: string;
	CLOUDFLARE_API_URL?: string;
};
