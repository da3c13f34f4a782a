// The organisation's own endpoints and their hidden application: found by nobody else, and made once.
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newApp, newTarget } from "../support/api.ts";
import { expectError, newCheckedApi } from "../support/contract.ts";
import { listen, newListener, OWN } from "../support/operational.ts";

const URL_OK = "https://example.com/hook";

async function hiddenApps(endpointId: string): Promise<{ id: string; organisation_id: string }[]> {
	const { results } = await env.DB.prepare(
		`SELECT id, organisation_id FROM applications WHERE is_operational = 1 AND organisation_id =
			(SELECT a.organisation_id FROM applications a JOIN endpoints e ON e.application_id = a.id
			WHERE e.id = ?1)`,
	)
		.bind(endpointId)
		.all<{ id: string; organisation_id: string }>();
	return results;
}

test("the hidden application is nowhere to be found", async () => {
	const { api, own } = await newListener();
	const [hidden] = await hiddenApps(own.id);
	const app = `/app/${hidden?.id}`;
	expect((await api("GET", "/app")).body.data).toEqual([]);
	const body = { name: "Mine" };
	expectError(await api("GET", app), 404, "not_found");
	expectError(await api("PATCH", app, body), 404, "not_found");
	expectError(await api("DELETE", app), 404, "not_found");
	expectError(await api("GET", `${app}/endpoint`), 404, "not_found");
	expectError(await api("GET", `${app}/endpoint/${own.id}`), 404, "not_found");
	expectError(await api("POST", `${app}/endpoint`, { url: URL_OK }), 404, "not_found");
	expectError(await api("GET", `${app}/msg`), 404, "not_found");
	const message = { eventType: "endpoint.created", payload: {} };
	expectError(await api("POST", `${app}/msg`, message), 404, "not_found");
	expectError(await api("GET", `${app}/attempt/endpoint/${own.id}`), 404, "not_found");
	// A PUT creates another one, and never takes over what is hidden.
	expect((await api("PUT", app, body)).status).toBe(201);
	expect((await api("GET", `${OWN}/${own.id}`)).body).toEqual(own);
});

test("ids of either kind of endpoint are not found among the other", async () => {
	const { api, own } = await newListener();
	const app = `/app/${await newApp(api)}`;
	const { body: ordinary } = await api("POST", `${app}/endpoint`, { url: newTarget().url });
	for (const part of ["", "/headers", "/secret"]) {
		expectError(await api("GET", `${app}/endpoint/${own.id}${part}`), 404, "not_found");
		expectError(await api("GET", `${OWN}/${ordinary.id}${part}`), 404, "not_found");
	}
	expectError(await api("POST", `${app}/endpoint/${own.id}/pause`), 404, "not_found");
	expectError(await api("DELETE", `${app}/endpoint/${own.id}`), 404, "not_found");
	expectError(await api("DELETE", `${OWN}/${ordinary.id}`), 404, "not_found");
	expectError(await api("POST", `${OWN}/${ordinary.id}/secret/rotate`), 404, "not_found");
});

test("an organisation hears nothing of another, and cannot reach its endpoints", async () => {
	const [mine, other] = [await newListener(), await newListener()];
	for (const part of ["", "/headers", "/secret"]) {
		expectError(await other.api("GET", `${OWN}/${mine.own.id}${part}`), 404, "not_found");
	}
	expectError(await other.api("DELETE", `${OWN}/${mine.own.id}`), 404, "not_found");
	const app = `/app/${await newApp(mine.api)}`;
	await mine.api("POST", `${app}/endpoint`, { url: URL_OK });
	await mine.heard(1);
	expect(await other.events()).toEqual([]);
});

test("a uid is taken once among the operational endpoints, and no ordinary one takes it", async () => {
	const api = await newCheckedApi();
	await api("POST", OWN, { url: URL_OK, uid: "same" });
	expectError(await api("POST", OWN, { url: URL_OK, uid: "same" }), 409, "conflict");
	const app = `/app/${await newApp(api)}`;
	const ordinary = await api("POST", `${app}/endpoint`, { url: URL_OK, uid: "same" });
	expect(ordinary.status).toBe(201);
});

test("ten first creations at once make one hidden application, with all ten", async () => {
	const api = await newCheckedApi();
	const replies = await Promise.all(
		Array.from({ length: 10 }, (_, i) =>
			api("POST", OWN, { url: URL_OK, uid: `u${i}` }, { "idempotency-key": `k${i}` }),
		),
	);
	expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
	expect(await hiddenApps(replies[0]?.body.id)).toHaveLength(1);
	expect((await api("GET", OWN)).body.data).toHaveLength(10);
	const again = await api("POST", OWN, { url: URL_OK, uid: "u3" }, { "idempotency-key": "k3" });
	expect(again.body).toEqual(replies[3]?.body);
});

test("only what was asked for arrives, signed with the endpoint's secret and with its headers", async () => {
	const { api, target, own, heard } = await newListener({
		eventTypes: ["endpoint.deleted"],
		headers: { "x-team": "ops" },
	});
	const all = await listen(api);
	const app = `/app/${await newApp(api)}`;
	const { body } = await api("POST", `${app}/endpoint`, { url: URL_OK });
	await api("DELETE", `${app}/endpoint/${body.id}`);
	expect((await all.heard(2)).map(({ type }) => type)).toEqual([
		"endpoint.created",
		"endpoint.deleted",
	]);
	expect((await heard(1))[0]?.type).toBe("endpoint.deleted");
	const [{ headers, body: text }] = (await target.seen()) as [
		{ headers: Record<string, string>; body: string },
	];
	expect(headers["x-team"]).toBe("ops");
	const { body: secret } = await api("GET", `${OWN}/${own.id}/secret`);
	expect(new Webhook(secret.key).verify(text, headers)).toMatchObject({ type: "endpoint.deleted" });
	await api("POST", `${OWN}/${own.id}/secret/rotate`);
	expect((await all.events()).map(({ type }) => type)).toHaveLength(2);
});
