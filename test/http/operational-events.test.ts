// What each change of an endpoint tells the organisation, and that nothing is lost or told twice.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp, newTarget } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";
import { listen, newListener, OWN, storedEvents } from "../support/operational.ts";

async function newWatched() {
	const listener = await newListener();
	const { api } = listener;
	const appId = await newApp(api, { uid: "acme" });
	const path = `/app/${appId}/endpoint`;
	const { body } = await api("POST", path, { url: newTarget().url, uid: "main" });
	const data = { appId, appUid: "acme", endpointId: body.id, endpointUid: "main" };
	return { ...listener, appId, path, endpoint: `${path}/${body.id}`, id: body.id, data };
}

type Watched = Awaited<ReturnType<typeof newWatched>>;

const url = () => newTarget().url;
const types = (events: { type: string }[]) => events.map(({ type }) => type);

const MANUAL = { failSince: null, trigger: "manual" };

const VERBS: [string, (watched: Watched) => Promise<unknown>, [string, object][]][] = [
	["creation", async () => undefined, []],
	[
		"a PATCH",
		({ api, endpoint }) => api("PATCH", endpoint, { description: "x" }),
		[["endpoint.updated", {}]],
	],
	[
		"a PATCH of the uid",
		({ api, endpoint }) => api("PATCH", endpoint, { uid: "other" }),
		[["endpoint.updated", { endpointUid: "other" }]],
	],
	[
		"a PUT",
		({ api, endpoint }) => api("PUT", endpoint, { url: url(), uid: "main" }),
		[["endpoint.updated", {}]],
	],
	[
		"a PUT that creates",
		({ api, path }) => api("PUT", `${path}/none`, { url: url() }),
		[["endpoint.created", { endpointId: expect.stringMatching(/^ep_/), endpointUid: null }]],
	],
	[
		"disabling",
		({ api, endpoint }) => api("PATCH", endpoint, { disabled: true }),
		[
			["endpoint.disabled", MANUAL],
			["endpoint.updated", {}],
		],
	],
	[
		"disabling twice and enabling",
		async ({ api, endpoint }) => {
			await api("PATCH", endpoint, { disabled: true });
			await api("PATCH", endpoint, { disabled: true });
			await api("PUT", endpoint, { url: url(), uid: "main" });
		},
		[
			["endpoint.disabled", MANUAL],
			["endpoint.enabled", {}],
			["endpoint.updated", {}],
			["endpoint.updated", {}],
			["endpoint.updated", {}],
		],
	],
	[
		"pausing twice and resuming",
		async ({ api, endpoint }) => {
			await api("POST", `${endpoint}/pause`);
			await api("POST", `${endpoint}/pause`);
			await api("POST", `${endpoint}/resume`);
		},
		[
			["endpoint.updated", {}],
			["endpoint.updated", {}],
		],
	],
	[
		"a rotation of the secret",
		({ api, endpoint }) => api("POST", `${endpoint}/secret/rotate`),
		[["endpoint.updated", {}]],
	],
	[
		"changes of headers",
		async ({ api, endpoint }) => {
			await api("PUT", `${endpoint}/headers`, { headers: { a: "1" } });
			await api("PATCH", `${endpoint}/headers`, { headers: { a: "2" } });
		},
		[],
	],
	["a refused change", ({ api, endpoint }) => api("PATCH", endpoint, { url: "none" }), []],
	["deletion", ({ api, endpoint }) => api("DELETE", endpoint), [["endpoint.deleted", {}]]],
	[
		"deletion of the application",
		({ api, appId }) => api("DELETE", `/app/${appId}`),
		[["endpoint.deleted", {}]],
	],
];

test.each(VERBS)("after its creation %s is told as it should", async (_name, act, expected) => {
	const watched = await newWatched();
	await watched.heard(1);
	await act(watched);
	const all: [string, object][] = [["endpoint.created", {}], ...expected];
	const wanted = all.map(([type, more]) => ({ type, data: { ...watched.data, ...more } }));
	expect(await watched.heard(all.length)).toEqual(
		expect.arrayContaining(wanted.sort((a, b) => (a.type < b.type ? -1 : 1))),
	);
	await expect.poll(() => storedEvents(watched.own.id)).toEqual([]);
	// What comes after shows that nothing more was told.
	await watched.api("POST", `/app/${await newApp(watched.api)}/endpoint`, { url: url() });
	await watched.heard(all.length + 1);
});

test("operational endpoints are never told of themselves", async () => {
	const { api, own, events, heard } = await newListener();
	const path = `${OWN}/${own.id}`;
	await api("PUT", path, { url: own.url, description: "x" });
	await api("POST", OWN, { url: url() });
	const { body: another } = await api("POST", OWN, { url: url() });
	await api("DELETE", `${OWN}/${another.id}`);
	await api("POST", `${path}/secret/rotate`, { gracePeriodSeconds: 60 });
	expect(await storedEvents(own.id)).toEqual([]);
	expect(await events()).toEqual([]);
	await api("POST", `/app/${await newApp(api)}/endpoint`, { url: url() });
	// With the new secret and the old one.
	expect(types(await heard(1))).toEqual(["endpoint.created"]);
});

test("while nobody listens nothing is written, and from the first listener on all is told", async () => {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/endpoint`;
	await api("POST", path, { url: url() });
	const { own, heard } = await listen(api);
	expect(await storedEvents(own.id)).toEqual([]);
	await api("POST", path, { url: url() });
	await heard(1);
});

test("an application takes all its endpoints with it, and each is told once", async () => {
	const { api, heard, own } = await newListener({ eventTypes: ["endpoint.deleted"] });
	const app = await newApp(api, { uid: "large" });
	const ids: string[] = [];
	for (let i = 0; i < 30; i++) {
		const { body } = await api("POST", `/app/${app}/endpoint`, { url: url(), uid: `e${i}` });
		ids.push(body.id);
	}
	await api("DELETE", `/app/${app}/endpoint/e0`);
	await api("DELETE", `/app/${app}`);
	const told = await heard(30);
	expect(told.map(({ data }) => data.endpointId).sort()).toEqual(ids.sort());
	for (const { data } of told) {
		expect(data).toEqual({
			...{ appId: app, appUid: "large", endpointId: data.endpointId },
			endpointUid: expect.stringMatching(/^e\d+$/),
		});
	}
	await expect.poll(() => storedEvents(own.id)).toEqual([]);
});

test("of ten deletions at once one is told", async () => {
	const { api, endpoint, heard, path } = await newWatched();
	await heard(1);
	await Promise.all(Array.from({ length: 10 }, () => api("DELETE", endpoint)));
	await api("POST", path, { url: url() });
	expect(types(await heard(3))).toEqual([
		"endpoint.created",
		"endpoint.created",
		"endpoint.deleted",
	]);
});

test("a repeated request tells once", async () => {
	const { api, path, heard } = await newWatched();
	const key = { "idempotency-key": crypto.randomUUID() };
	const body = { url: url() };
	await Promise.all(Array.from({ length: 5 }, () => api("POST", path, body, key)));
	await api("POST", path, body, key);
	expect(types(await heard(2))).toEqual(["endpoint.created", "endpoint.created"]);
});

test("more listeners than get a message at once are all told", async () => {
	const { api, own } = await newListener();
	const others = [];
	for (let i = 0; i < 27; i++) others.push(await listen(api));
	await api("POST", `/app/${await newApp(api)}/endpoint`, { url: url() });
	await Promise.all(others.map(({ heard }) => heard(1)));
	expect(await storedEvents(own.id)).toEqual([]);
	const rows = await env.DB.prepare(
		"SELECT id FROM endpoints WHERE application_id IN (SELECT application_id FROM endpoints WHERE id = ?1)",
	)
		.bind(own.id)
		.all();
	expect(rows.results).toHaveLength(28);
}, 20_000);
