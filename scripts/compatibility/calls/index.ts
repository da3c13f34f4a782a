// Every call, found by the method's name in any version of the client library.
import { applicationCalls, authenticationCalls, eventTypeCalls } from "./applications.ts";
import type { Calls } from "./call.ts";
import { endpointCalls, operationalCalls } from "./endpoints.ts";
import { attemptCalls, messageCalls } from "./messages.ts";
import { otherCalls } from "./others.ts";

const calls: Calls = {
	...applicationCalls,
	...authenticationCalls,
	...endpointCalls,
	...eventTypeCalls,
	...messageCalls,
	...attemptCalls,
	...operationalCalls,
	...otherCalls,
};

/** What the previous library calls by another name than the current one. */
const OLDER_NAMES: Record<string, string> = {
	"application.update": "application.upsert",
	"backgroundTask.listByEndpoint": "backgroundTask.list",
	"endpoint.update": "endpoint.upsert",
	"endpoint.updateHeaders": "endpoint.setHeaders",
	"endpoint.headersUpdate": "endpoint.setHeaders",
	"endpoint.headersPatch": "endpoint.patchHeaders",
	"eventType.update": "eventType.upsert",
	"operationalWebhook.endpoint.update": "operationalWebhook.endpoint.upsert",
	"operationalWebhook.endpoint.updateHeaders": "operationalWebhook.endpoint.setHeaders",
};

/** How a method is called; undefined when nobody has said. */
export function callOf(method: string): Calls[string] | undefined {
	const name = method.replace(/^operationalWebhookEndpoint\./, "operationalWebhook.endpoint.");
	return calls[OLDER_NAMES[name] ?? name];
}
