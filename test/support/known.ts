// What must be real in a generated input: names of what exists, addresses, times, secrets, names that are free.
import { newTarget } from "./api.ts";
import { type Known, LEFT_OUT, type Path } from "./samples.ts";
import type { Params } from "./scene.ts";

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const unique = () => crypto.randomUUID();
const KEY = `whsec_${btoa("k".repeat(24))}`;
const SCHEMA = { type: "object", examples: [{ a: 1 }] };
const DESCRIPTION = {
	openapi: "3.1.0",
	info: { title: "A", version: "1" },
	webhooks: { "user.created": { post: { responses: { 200: { description: "" } } } } },
};
const TYPES = ["user.created"];

type Values = Record<string, (params: Params) => unknown>;

/** By the field's name, wherever it is. */
const FIELDS: Values = {
	url: () => newTarget().url,
	uid: () => `${unique()}${"u".repeat(220)}`,
	eventId: () => unique(),
	eventType: () => "user.created",
	eventTypes: () => TYPES,
	filterTypes: () => TYPES,
	event_types: () => TYPES.join(","),
	endpoint_id: ({ endpoint_id }) => endpoint_id,
	endpointId: ({ endpoint_id }) => endpoint_id,
	secret: () => KEY,
	key: () => KEY,
	since: () => ago(60),
	until: () => ago(1),
	after: () => ago(60),
	before: () => ago(0),
	expiresAt: () => "2100-01-01T00:00:00Z",
	headers: () => ({ "x-a": "v".repeat(1000) }),
	hostname: () => `a${unique()}.customer.example`,
	/** Only with hosts of its own can the installation show a domain. */
	active: () => false,
	logoUrl: () => "https://example.com/logo.png",
	portalFrameAncestors: () => ["https://app.example.com"],
	deleteHeaders: () => ["x-b"],
	schema: () => SCHEMA,
	schemas: () => ({ "1": SCHEMA }),
	appIds: ({ app_id }) => [app_id, "none"],
	ids: ({ msg_id }) => [msg_id, "none"],
	oneTimeToken: ({ link }) => link,
	// Only one of the two names and of the two units; the application in the path exists.
	data: () => LEFT_OUT,
	payloadRetentionPeriod: () => LEFT_OUT,
	application: () => LEFT_OUT,
	/** Tests that run meanwhile go on delivering. */
	paused: () => false,
	notice: () => "n".repeat(500),
	connectors: () => [],
	exampleIndex: () => 0,
};

/** By operation, where a field's name means something else. */
const OF_OPERATION: Record<string, Values> = {
	"v1.event-type.create": { name: () => unique() },
	// Exactly one of spec and specRaw, which its schema does not say: the whole body is given.
	"v1.event-type.import-openapi": { "": () => ({ spec: DESCRIPTION, dryRun: true }) },
	"v1.environment.import": { name: () => unique(), eventTypes: () => undefined },
	"v1.message-attempt.list-by-msg": { iterator: () => `atmpt_${"0".repeat(27)}` },
	"v1.message-attempt.summarise": { ids: ({ msg_id }) => msg_id },
	"v1.authentication.exchange-one-time-token": {
		orgId: () => LEFT_OUT,
		appId: ({ app_id }) => app_id,
	},
	"v1.message.tail": { eventTypes: () => TYPES.join(",") },
	"v1.endpoint.send-example": { eventType: () => "svix.ping" },
	"v1.operational-webhook.endpoint.create": { ...operational() },
	"v1.operational-webhook.endpoint.upsert": { ...operational() },
};

function operational(): Values {
	const types = () => ["endpoint.created"];
	return { eventTypes: types, filterTypes: types };
}

/** What is known for inputs of an operation in a scene. */
export function knownOf(operationId: string, params: Params): Known {
	const own = OF_OPERATION[operationId] ?? {};
	return (path: Path) => {
		const name = String(path.at(-1) ?? "");
		return (own[name] ?? FIELDS[name])?.(params);
	};
}
