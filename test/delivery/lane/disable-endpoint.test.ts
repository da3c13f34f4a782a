// Disabling by itself: once, only what is live and enabled, and told once also when the telling fails at first.
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Route } from "../../../src/core/delivery.ts";
import type { EndpointId } from "../../../src/core/ids.ts";
import { disableEndpoint } from "../../../src/delivery/lane/disable-endpoint.ts";
import { publishLeftEvents } from "../../../src/services/operational-events.ts";
import { createDb } from "../../../src/store/db.ts";
import { findRoute } from "../../../src/store/routes.ts";
import { newApi, newApp, newTarget } from "../../support/api.ts";
import { tools } from "../../support/delivery.ts";
import { newListener, storedEvents } from "../../support/operational.ts";

const FAILING_SINCE = 1_700_000_000_000;

async function routeOf(endpointId: EndpointId): Promise<Route> {
	const route = await findRoute(createDb(env.DB), endpointId);
	if (route === null) throw new Error("no route");
	return route;
}

/** Events leave the database when they were published, which nobody waits for. */
const nothingStored = (ownId: string) => expect.poll(() => storedEvents(ownId)).toEqual([]);

async function newWatched() {
	const listener = await newListener({ eventTypes: ["endpoint.disabled"] });
	const { api } = listener;
	const app = await newApp(api, { uid: "acme" });
	const path = `/app/${app}/endpoint`;
	const { body } = await api("POST", path, { url: newTarget().url, uid: "main" });
	const endpoint = `${path}/${body.id}`;
	await nothingStored(listener.own.id);
	const names = { appId: app, appUid: "acme", endpointId: body.id, endpointUid: "main" };
	return { ...listener, app, endpoint, before: body, names, route: await routeOf(body.id) };
}

test("an endpoint is disabled once, with its reason, and told once", async () => {
	const { api, app, endpoint, before, names, route, heard, own } = await newWatched();
	// Makes the application's MessageStore remember the endpoint as it is.
	await api("POST", `/app/${app}/msg`, { eventType: "a", payload: {} });
	const now = Date.now();
	const disable = () => disableEndpoint(tools, route, "failing", FAILING_SINCE, now);
	const changed = await Promise.all([disable(), disable(), disable()]);
	expect(changed.filter((is) => is)).toHaveLength(1);
	expect(await disable()).toBe(false);
	const { body } = await api("GET", endpoint);
	expect(body).toMatchObject({ disabled: true, disabledReason: "failing" });
	expect(body.updatedAt > before.updatedAt).toBe(true);
	const failSince = new Date(FAILING_SINCE).toISOString();
	const data = { ...names, failSince, trigger: "automatic" };
	expect(await heard(1)).toEqual([{ type: "endpoint.disabled", data }]);
	await nothingStored(own.id);
});

test("a change later in the same moment is a newer version", async () => {
	const { endpoint, api, route } = await newWatched();
	const ahead = Date.parse((await api("GET", endpoint)).body.updatedAt) - 5;
	expect(await disableEndpoint(tools, route, "gone", null, ahead)).toBe(true);
	expect((await routeOf(route.endpointId)).version).toBe(route.version + 1);
});

test("when it was enabled again, it can be disabled again, and that is told, too", async () => {
	const { api, endpoint, route, heard } = await newWatched();
	expect(await disableEndpoint(tools, route, "gone", null, Date.now())).toBe(true);
	await api("PATCH", endpoint, { disabled: false });
	expect(await disableEndpoint(tools, route, "asked", null, Date.now())).toBe(true);
	expect((await api("GET", endpoint)).body.disabledReason).toBe("asked");
	expect(await heard(2)).toMatchObject([
		{ data: { failSince: null, trigger: "automatic" } },
		{ data: { failSince: null, trigger: "automatic" } },
	]);
});

test("what a person disabled or deleted stays as it is, and nothing is told", async () => {
	const { api, endpoint, route, own, heard } = await newWatched();
	const { body } = await api("PATCH", endpoint, { disabled: true });
	await nothingStored(own.id);
	expect(await disableEndpoint(tools, route, "gone", null, Date.now())).toBe(false);
	expect((await api("GET", endpoint)).body).toEqual(body);
	await heard(1);
	expect(await storedEvents(own.id)).toEqual([]);
	const other = await newWatched();
	await other.api("DELETE", other.endpoint);
	await nothingStored(other.own.id);
	expect(await disableEndpoint(tools, other.route, "gone", null, Date.now())).toBe(false);
	expect(await storedEvents(other.own.id)).toEqual([]);
});

test("without a listener it is disabled and nothing is written", async () => {
	const api = await newApi();
	const path = `/app/${await newApp(api)}/endpoint`;
	const { body } = await api("POST", path, { url: newTarget().url });
	const count = async () =>
		(await env.DB.prepare("SELECT id FROM operational_events").all()).results.length;
	const before = await count();
	expect(await disableEndpoint(tools, await routeOf(body.id), "gone", null, Date.now())).toBe(true);
	expect((await api("GET", `${path}/${body.id}`)).body.disabledReason).toBe("gone");
	expect(await count()).toBe(before);
});

test("an operational endpoint is disabled like any other, and nobody is told", async () => {
	const { own, api, events } = await newWatched();
	expect(await disableEndpoint(tools, await routeOf(own.id), "gone", null, Date.now())).toBe(true);
	expect((await api("GET", `/operational-webhook/endpoint/${own.id}`)).body.disabled).toBe(true);
	expect(await storedEvents(own.id)).toEqual([]);
	expect(await events()).toEqual([]);
});

test("when nobody can be told at once it is disabled all the same, and the sweep tells", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const { api, endpoint, route, own, heard } = await newWatched();
	const away = () => {
		throw new Error("away");
	};
	const now = Date.now();
	const broken = { ...tools, stores: { of: away } };
	expect(await disableEndpoint(broken, route, "gone", null, now)).toBe(true);
	expect((await api("GET", endpoint)).body.disabled).toBe(true);
	expect(await storedEvents(own.id)).toHaveLength(1);
	await publishLeftEvents(tools, now + 60_000);
	await heard(1);
	await nothingStored(own.id);
	expect(logged).toHaveBeenCalled();
	logged.mockRestore();
});
