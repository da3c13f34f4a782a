// One of everything in a new organisation, and for any route the path and body that fit it.
import type { AnyRoute } from "../../src/http/route.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { type Api, newTarget, until } from "./api.ts";
import { newCheckedApi } from "./contract.ts";
import { addDomain } from "./domains.ts";
import { newFinishedTask } from "./tasks.ts";
import { asToken, newAccess } from "./tokens.ts";

/** Values for the parameters in paths. */
export type Params = Record<string, string>;
export type Scene = { api: Api; params: Params };

/** Paths that need an attempt, or answer differently before there is one. */
const TELLS_ATTEMPTS = /attempt|overview|activity|\/(stats|lane|msg\/\{msg_id\}\/endpoint)$/;

/** @param spec with it, an attempt is awaited only when that route needs one */
export async function newScene(spec?: AnyRoute): Promise<Scene> {
	const api = await newCheckedApi(ownerOf(spec?.operationId ?? ""));
	await api("POST", "/event-type", { name: "user.created", description: "A user" });
	const app = await api("POST", "/app", { name: "Test" });
	const app_id = app.body.id;
	const endpoint = await api("POST", `/app/${app_id}/endpoint`, { url: newTarget().url });
	const message = { eventType: "user.created", payload: { a: 1 } };
	const msg_id = (await api("POST", `/app/${app_id}/msg`, message)).body.id;
	const endpoint_id = endpoint.body.id;
	const own = await api("POST", "/operational-webhook/endpoint", { url: newTarget().url });
	const operational_endpoint_id = own.body.id;
	const integration = await api("POST", `/app/${app_id}/integration`, { name: "Test" });
	const key = await api("POST", "/api-key", { name: "Test" });
	const domain = await addDomain((await api("GET", "/auth/whoami")).body.orgId);
	const ids = { app_id, endpoint_id, msg_id, operational_endpoint_id };
	const more = { integ_id: integration.body.id, key_id: key.body.id, domain_id: domain.id };
	const others = { event_type_name: "user.created", organisation_id: FIRST_ORGANISATION };
	const params = { ...ids, ...more, ...others };
	if (spec !== undefined && isOfTokens(spec)) return newTokenScene(api, params, spec);
	if (spec === undefined || spec.path.includes("{task_id}")) {
		Object.assign(params, {
			task_id: await newFinishedTask(api, `/app/${app_id}/endpoint/${endpoint_id}`),
		});
	}
	if (spec !== undefined && !TELLS_ATTEMPTS.test(spec.path)) return { api, params };
	const attempts = await until(
		() => api("GET", `/app/${app_id}/attempt/msg/${msg_id}`),
		(reply) => reply.body.data.length === 1,
	);
	return { api, params: { ...params, attempt_id: attempts.body.data[0].id } };
}

/** Scenes that the tests of a file share because they change nothing: one for each kind of key. */
export function sharedScenes(): (spec: AnyRoute) => Promise<Scene> {
	const scenes = new Map<string, Promise<Scene>>();
	return (spec) => {
		const owner = ownerOf(spec.operationId);
		const kind = owner ?? (isOfTokens(spec) ? spec.operationId : "any");
		const known = scenes.get(kind) ?? newScene(kind === "any" ? undefined : spec);
		scenes.set(kind, known);
		return known;
	};
}

const isOfTokens = (spec: AnyRoute) => spec.operationId.startsWith("v1.authentication.");

/** What only the routes of tokens need. */
async function newTokenScene(api: Api, params: Params, spec: AnyRoute): Promise<Scene> {
	const { token, link } = await newAccess(api, params.app_id ?? "");
	const isLogout = spec.operationId === "v1.authentication.logout";
	return { api: isLogout ? asToken(token) : api, params: { ...params, link } };
}

/** Whose key an operation needs; undefined for anybody's. */
export function ownerOf(operationId: string): typeof FIRST_ORGANISATION | undefined {
	return operationId.startsWith("v1.operator.") ? FIRST_ORGANISATION : undefined;
}

/** Everything that can be read of a scene, to compare before and after. */
export async function readScene({ api, params }: Scene): Promise<unknown> {
	const app = `/app/${params.app_id}`;
	const endpoint = `${app}/endpoint/${params.endpoint_id}`;
	const paths = ["/app", `${app}/endpoint`, `${endpoint}/headers`, `${endpoint}/secret`];
	const others = ["/api-key", `${app}/integration`, "/environment/settings", "/environment/domain"];
	const more = [...others, "/event-type?include_archived=true&with_content=true", `${app}/msg`];
	const own = `/operational-webhook/endpoint/${params.operational_endpoint_id}`;
	const theirs = ["/operational-webhook/endpoint", `${own}/headers`, `${own}/secret`];
	const replies = await Promise.all([...paths, ...more, ...theirs].map((path) => api("GET", path)));
	return replies.map(({ status, body }) => ({ status, body }));
}

export function pathFor(spec: Pick<AnyRoute, "path">, params: Params): string {
	const isOwn = spec.path.startsWith("/operational-webhook/");
	return spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = params[isOwn ? `operational_${name}` : name];
		if (value === undefined) throw new Error(`the scene has no ${name}`);
		return value;
	});
}

const bodies: Record<string, (params: Params) => object> = {
	"v1.authentication.app-portal-access": () => ({}),
	"v1.authentication.exchange-one-time-token": ({ link }) => ({ oneTimeToken: link ?? "none" }),
	"v1.authentication.expire-all": () => ({}),
	"v1.integration.create": () => ({ name: "Another" }),
	"v1.integration.update": () => ({ name: "Changed" }),
	"v1.api-key.create": () => ({ name: "Another" }),
	"v1.api-key.patch": () => ({ name: "Changed" }),
	"v1.operator.create-organisation": () => ({ name: "Another" }),
	"v1.operator.create-api-key": () => ({ name: "Another" }),
	"v1.application.create": () => ({ name: "Another" }),
	"v1.application.update": () => ({ name: "Another" }),
	"v1.application.patch": () => ({ name: "Another" }),
	"v1.endpoint.create": () => ({ url: newTarget().url }),
	"v1.endpoint.update": () => ({ url: newTarget().url }),
	"v1.endpoint.patch": () => ({ description: "Changed" }),
	"v1.endpoint.update-headers": () => ({ headers: { "x-a": "1" } }),
	"v1.endpoint.patch-headers": () => ({ headers: { "x-a": "1" } }),
	"v1.endpoint.rotate-secret": () => ({}),
	"v1.endpoint.cancel": () => ({}),
	"v1.operational-webhook.endpoint.create": () => ({ url: newTarget().url }),
	"v1.operational-webhook.endpoint.upsert": () => ({ url: newTarget().url }),
	"v1.operational-webhook.endpoint.set-headers": () => ({ headers: { "x-a": "1" } }),
	"v1.operational-webhook.endpoint.rotate-secret": () => ({}),
	"v1.endpoint.recover": () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
	"v1.endpoint.replay-missing": () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
	"v1.endpoint.bulk-replay": () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
	"v1.endpoint.count-replay": () => ({
		kind: "recover",
		since: new Date(Date.now() - 60_000).toISOString(),
	}),
	"v1.endpoint.test-attempt": () => ({ eventType: "user.created", payload: { a: 1 } }),
	"v1.endpoint.send-example": () => ({ eventType: "svix.ping" }),
	"v1.operator.put-delivery": () => ({ paused: false }),
	"v1.event-type.create": () => ({ name: "another.type" }),
	"v1.event-type.import-openapi": () => ({
		spec: { openapi: "3.1.0", webhooks: { "another.type": { post: { description: "Another" } } } },
	}),
	"v1.event-type.change": () => ({ description: "Changed" }),
	"v1.event-type.update": () => ({ description: "Changed" }),
	"v1.event-type.patch": () => ({ description: "Changed" }),
	"v1.message.precheck": () => ({ eventType: "user.created" }),
	"v1.statistics.aggregate-app-stats": () => ({
		since: new Date(Date.now() - 60_000).toISOString(),
		until: new Date().toISOString(),
	}),
	"v1.environment.update-settings": () => ({ displayName: "Changed" }),
	"v1.environment.patch-settings": () => ({ displayName: "Changed" }),
	"v1.environment.domain.create": () => ({
		hostname: `a${crypto.randomUUID()}.customer.example`,
		serves: "portal",
	}),
	"v1.operator.put-domain": () => ({ active: false }),
	"v1.environment.import": () => ({ eventTypes: [{ name: "another.type", description: "" }] }),
	"v1.message.bulk-expunge-content": () => ({ ids: ["nothing"] }),
	"v1.message.create": () => ({ eventType: "user.created", payload: { b: 2 } }),
};

const queries: Record<string, (params: Params) => string> = {
	"v1.message-attempt.summarise": ({ msg_id }) => `?ids=${msg_id}`,
};

/** What the route needs behind its path: empty for most. */
export const queryFor = (spec: AnyRoute, params: Params): string =>
	queries[spec.operationId]?.(params) ?? "";

/**
 * A body that the route takes; undefined when it takes none.
 * @param params of the scene, for a body that names something of it
 */
export function bodyFor(spec: AnyRoute, params: Params = {}): object | undefined {
	if (spec.body === undefined) return undefined;
	const make = bodies[spec.operationId];
	if (make === undefined) throw new Error(`write a body for ${spec.operationId}`);
	return make(params);
}

/** Rows of `test.each`: the title's text, then the route. */
export function titled(some: readonly AnyRoute[]): [string, AnyRoute][] {
	return some.map((spec) => [`${spec.method.toUpperCase()} ${spec.path}`, spec]);
}
