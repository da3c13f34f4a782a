// One of everything in a new organisation, and for any route the path and body that fit it.
import type { AnyRoute } from "../../src/http/route.ts";
import { type Api, newTarget, until } from "./api.ts";
import { newCheckedApi } from "./contract.ts";

/** Values for the parameters in paths. */
export type Params = Record<string, string>;
export type Scene = { api: Api; params: Params };

/** @param spec with it, an attempt is awaited only when that route needs one */
export async function newScene(spec?: AnyRoute): Promise<Scene> {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "user.created", description: "A user" });
	const app = await api("POST", "/app", { name: "Test" });
	const app_id = app.body.id;
	const endpoint = await api("POST", `/app/${app_id}/endpoint`, { url: newTarget().url });
	const message = { eventType: "user.created", payload: { a: 1 } };
	const msg_id = (await api("POST", `/app/${app_id}/msg`, message)).body.id;
	const endpoint_id = endpoint.body.id;
	const params = { app_id, endpoint_id, msg_id, event_type_name: "user.created" };
	if (spec !== undefined && !spec.path.includes("attempt")) return { api, params };
	const attempts = await until(
		() => api("GET", `/app/${app_id}/attempt/msg/${msg_id}`),
		(reply) => reply.body.data.length === 1,
	);
	return { api, params: { ...params, attempt_id: attempts.body.data[0].id } };
}

/** Everything that can be read of a scene, to compare before and after. */
export async function readScene({ api, params }: Scene): Promise<unknown> {
	const app = `/app/${params.app_id}`;
	const endpoint = `${app}/endpoint/${params.endpoint_id}`;
	const paths = ["/app", `${app}/endpoint`, `${endpoint}/headers`, `${endpoint}/secret`];
	const more = ["/event-type?include_archived=true&with_content=true", `${app}/msg`];
	const replies = await Promise.all([...paths, ...more].map((path) => api("GET", path)));
	return replies.map(({ status, body }) => ({ status, body }));
}

export function pathFor(spec: Pick<AnyRoute, "path">, params: Params): string {
	return spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = params[name];
		if (value === undefined) throw new Error(`the scene has no ${name}`);
		return value;
	});
}

const bodies: Record<string, () => object> = {
	"v1.application.create": () => ({ name: "Another" }),
	"v1.application.update": () => ({ name: "Another" }),
	"v1.application.patch": () => ({ name: "Another" }),
	"v1.endpoint.create": () => ({ url: newTarget().url }),
	"v1.endpoint.update": () => ({ url: newTarget().url }),
	"v1.endpoint.patch": () => ({ description: "Changed" }),
	"v1.endpoint.update-headers": () => ({ headers: { "x-a": "1" } }),
	"v1.endpoint.patch-headers": () => ({ headers: { "x-a": "1" } }),
	"v1.endpoint.rotate-secret": () => ({}),
	"v1.event-type.create": () => ({ name: "another.type" }),
	"v1.event-type.change": () => ({ description: "Changed" }),
	"v1.event-type.update": () => ({ description: "Changed" }),
	"v1.event-type.patch": () => ({ description: "Changed" }),
	"v1.message.create": () => ({ eventType: "user.created", payload: { b: 2 } }),
};

/** A body that the route takes; undefined when it takes none. */
export function bodyFor(spec: AnyRoute): object | undefined {
	if (spec.body === undefined) return undefined;
	const make = bodies[spec.operationId];
	if (make === undefined) throw new Error(`write a body for ${spec.operationId}`);
	return make();
}

/** Rows of `test.each`: the title's text, then the route. */
export function titled(some: readonly AnyRoute[]): [string, AnyRoute][] {
	return some.map((spec) => [`${spec.method.toUpperCase()} ${spec.path}`, spec]);
}
