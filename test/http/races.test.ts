import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type Api, newApp, newTarget, type Reply } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";

const ROUNDS = 20;
const ROUNDS_AT_ONCE = 5;
const BASE64 = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

vi.setConfig({ testTimeout: 30_000 });

/** Every round has an endpoint of its own, so that nothing of the one before is left. */
async function newEndpoint(api: Api, app: string): Promise<string> {
	const { body } = await api("POST", `${app}/endpoint`, { url: newTarget().url });
	return `${app}/endpoint/${body.id}`;
}

async function eachRound(race: (api: Api, app: string, round: number) => Promise<void>) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	for (let round = 0; round < ROUNDS; round += ROUNDS_AT_ONCE) {
		const rounds = Array.from({ length: ROUNDS_AT_ONCE }, (_, i) => race(api, app, round + i));
		await Promise.all(rounds);
	}
}

const statusesOf = (replies: Reply[]) => replies.map(({ status }) => status);

/** A change that met a deletion came before it, or found nothing. */
function expectGone(change: Reply, found: Reply) {
	expect([200, 204, 404]).toContain(change.status);
	expect(found.status).toBe(404);
}

test("changes of different fields of an endpoint at once are all kept", async () => {
	await eachRound(async (api, app) => {
		const path = await newEndpoint(api, app);
		const changes = [{ description: "new" }, { disabled: true }, { metadata: { a: "b" } }];
		const replies = await Promise.all(changes.map((change) => api("PATCH", path, change)));
		expect(statusesOf(replies)).toEqual([200, 200, 200]);
		for (const [i, reply] of replies.entries()) expect(reply.body).toMatchObject(changes[i] ?? {});
		expect((await api("GET", path)).body).toMatchObject(Object.assign({}, ...changes));
	});
});

test("a rotation next to a change is kept: the old secret does not come back", async () => {
	await eachRound(async (api, app) => {
		const path = await newEndpoint(api, app);
		const [changed, rotated] = await Promise.all([
			api("PATCH", path, { description: "new" }),
			api("POST", `${path}/secret/rotate`, { key: BASE64 }),
		]);
		expect([changed.status, rotated.status]).toEqual([200, 204]);
		expect((await api("GET", `${path}/secret`)).body.key).toBe(`whsec_${BASE64}`);
		expect((await api("GET", path)).body.description).toBe("new");
	});
});

test("rotations at once all count: each secret is current in its turn", async () => {
	const api = await newCheckedApi();
	const path = await newEndpoint(api, `/app/${await newApp(api)}`);
	const rotate = () => api("POST", `${path}/secret/rotate`);
	const replies = await Promise.all(Array.from({ length: 10 }, rotate));
	expect(statusesOf(replies)).toEqual(replies.map(() => 204));
	// Ten old secrets are valid now: had one been lost, this would be the tenth.
	expect((await rotate()).status).toBe(400);
});

test("changes of different headers at once are all kept", async () => {
	await eachRound(async (api, app) => {
		const path = await newEndpoint(api, app);
		const names = ["x-a", "x-b", "x-c"];
		const replies = await Promise.all([
			...names.map((name) => api("PATCH", `${path}/headers`, { headers: { [name]: name } })),
			api("PATCH", path, { description: "new" }),
		]);
		expect(statusesOf(replies)).toEqual([204, 204, 204, 200]);
		const { headers } = (await api("GET", `${path}/headers`)).body;
		expect(headers).toEqual(Object.fromEntries(names.map((name) => [name, name])));
	});
});

test.each([
	["PATCH", "", { description: "new" }],
	["PATCH", "/headers", { headers: { "x-a": "1" } }],
	["POST", "/secret/rotate", {}],
])(
	"a deleted endpoint stays deleted when %s%s comes at the same time",
	async (method, at, body) => {
		await eachRound(async (api, app) => {
			const path = await newEndpoint(api, app);
			const headers: Record<string, string> = { "idempotency-key": crypto.randomUUID() };
			const [change, deleted] = await Promise.all([
				api(method, path + at, body, headers),
				api("DELETE", path),
			]);
			expect(deleted.status).toBe(204);
			expectGone(change, await api("GET", path));
		});
	},
);

test("a deleted application stays deleted, and changes of different fields are all kept", async () => {
	await eachRound(async (api, _app, round) => {
		const app = `/app/${await newApp(api)}`;
		const changes = [{ name: `n${round}` }, { uid: `u${round}` }, { metadata: { a: `${round}` } }];
		const replies = await Promise.all(changes.map((change) => api("PATCH", app, change)));
		expect(statusesOf(replies)).toEqual([200, 200, 200]);
		expect((await api("GET", app)).body).toMatchObject(Object.assign({}, ...changes));
		const other = `/app/${await newApp(api)}`;
		const [change, deleted] = await Promise.all([
			api("PATCH", other, { name: "new" }),
			api("DELETE", other),
		]);
		expect(deleted.status).toBe(204);
		expectGone(change, await api("GET", other));
	});
});

test("no endpoint outlives its application when both requests come at once", async () => {
	await eachRound(async (api) => {
		const app = `/app/${await newApp(api)}`;
		const [created, deleted] = await Promise.all([
			api("POST", `${app}/endpoint`, { url: newTarget().url }),
			api("DELETE", app),
		]);
		expect([201, 404]).toContain(created.status);
		expect(deleted.status).toBe(204);
		const live = "SELECT * FROM endpoints WHERE application_id = ?1 AND deleted_at IS NULL";
		const { results } = await env.DB.prepare(live).bind(app.slice("/app/".length)).all();
		expect(results).toEqual([]);
	});
});

test("changes of different fields of an event type at once are all kept", async () => {
	await eachRound(async (api, _app, round) => {
		const path = `/event-type/type.${round}`;
		await api("POST", "/event-type", { name: `type.${round}` });
		const changes = [{ description: "new" }, { deprecated: true }, { groupName: "g" }];
		const replies = await Promise.all(changes.map((change) => api("PATCH", path, change)));
		expect(statusesOf(replies)).toEqual([200, 200, 200]);
		expect((await api("GET", path)).body).toMatchObject(Object.assign({}, ...changes));
	});
});

test("an event type stays archived or removed, whatever comes at the same time", async () => {
	await eachRound(async (api, _app, round) => {
		const path = `/event-type/type.${round}`;
		await api("POST", "/event-type", { name: `type.${round}` });
		const [, archived] = await Promise.all([
			api("PATCH", path, { description: "newer" }),
			api("DELETE", path),
		]);
		expect(archived.status).toBe(204);
		expect((await api("GET", path)).body).toMatchObject({ archived: true, description: "newer" });
		const [change, expunged] = await Promise.all([
			api("PATCH", path, { description: "newest" }),
			api("DELETE", `${path}?expunge=true`),
		]);
		expect(expunged.status).toBe(204);
		expectGone(change, await api("GET", path));
	});
});

test("of creations at once of the same archived event type, one wins", async () => {
	await eachRound(async (api, _app, round) => {
		const body = { name: `type.${round}` };
		await api("POST", "/event-type", body);
		await api("DELETE", `/event-type/${body.name}`);
		const create = () => api("POST", "/event-type", body);
		expect(statusesOf(await Promise.all([create(), create()])).sort()).toEqual([201, 409]);
	});
});

test("an idempotent change next to others answers again what it answered", async () => {
	await eachRound(async (api, _app, round) => {
		const path = `/event-type/again.${round}`;
		await api("POST", "/event-type", { name: `again.${round}` });
		const key = { "idempotency-key": crypto.randomUUID() };
		const [first] = await Promise.all([
			api("POST", path, { description: "new" }, key),
			api("PATCH", path, { deprecated: true }),
		]);
		const again = await api("POST", path, { description: "new" }, key);
		expect([again.status, again.body]).toEqual([first.status, first.body]);
	});
});
