// What a message asks the database: nothing when all is known, and one thing when nothing is.
import { evictDurableObject, listDurableObjectIds } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { type ApplicationId, type Id, newId } from "../../src/core/ids.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { ROUTES_WITH_KEY_MAX } from "../../src/store/api-keys.ts";
import { type Api, call, newApi, newApp, newTarget, type Reply, until } from "../support/api.ts";
import { countDatabaseCalls } from "../support/database-calls.ts";
import { moveClock } from "../support/delivery.ts";
import { times } from "../support/some-at-a-time.ts";
import { newToken } from "../support/tokens.ts";

/** For tests with many requests, on a machine that has other work. */
const MANY_MS_MAX = 60_000;
/** What objects of earlier tests ask in the same moment is counted, too: not twice in a row. */
const COUNTED = { retry: 2 };
const MESSAGE = { eventType: "user.created", payload: { a: 1 } };

afterEach(() => {
	vi.useRealTimers();
});

async function newSender(endpoints = 1, fields: object = {}) {
	// What is known for two seconds is known for the whole test, however long it takes.
	moveClock(0);
	const organisationId: Id<"org"> = newId("org", Date.now(), randomBytes(16));
	const api = await newApi(organisationId);
	const app = (await newApp(api, fields)) as ApplicationId;
	const target = newTarget();
	await times(endpoints, async () => {
		const { status } = await api("POST", `/app/${app}/endpoint`, { url: target.url });
		expect(status).toBe(201);
	});
	const path = `/app/${app}/msg`;
	const send = async (by: Api, to = path) => {
		const { status, body } = await by("POST", to, MESSAGE);
		expect(status).toBe(202);
		return body.id;
	};
	return {
		...{ api, app, path, target, send },
		/** What a message asks. A key that was not used yet is known nowhere. */
		asks: (by: Api, to = path) => countDatabaseCalls(() => send(by, to)),
		newKey: () => newApi(organisationId),
		/** As after a deploy. */
		forget: () => evictDurableObject(env.MESSAGE_STORE.getByName(app)),
		goesTo: async (id: string) =>
			(await api("GET", `/app/${app}/msg/${id}/endpoint?limit=250`)).body.data.length,
	};
}

test(
	"the first message asks once and the next ones nothing, also when all was forgotten",
	COUNTED,
	async () => {
		const { newKey, asks, forget, target } = await newSender();
		const key = await newKey();
		expect([await asks(key), await asks(key), await asks(key)]).toEqual([1, 0, 0]);
		await forget();
		const other = await newKey();
		expect([await asks(other), await asks(other)]).toEqual([1, 0]);
		expect(await until(target.seen, (all) => all.length === 5)).toHaveLength(5);
	},
);

test("where only one of the two has forgotten, it asks once", COUNTED, async () => {
	const { newKey, asks, forget } = await newSender();
	const key = await newKey();
	await asks(key);
	await forget();
	expect(await asks(key)).toBe(1);
	expect(await asks(await newKey())).toBe(1);
});

test(
	"an application is found by its uid as by its id, with or without endpoints",
	COUNTED,
	async () => {
		const uid = crypto.randomUUID();
		const { newKey, asks, target } = await newSender(1, { uid });
		expect(await asks(await newKey(), `/app/${uid}/msg`)).toBe(1);
		expect(await until(target.seen, (all) => all.length === 1)).toHaveLength(1);
		const empty = await newSender(0, {});
		expect(await empty.asks(await empty.newKey())).toBe(1);
	},
);

test.each([
	[ROUTES_WITH_KEY_MAX, 1],
	[ROUTES_WITH_KEY_MAX + 1, 2],
])(
	"with %i endpoints the first message asks so often, and goes to all of them",
	{ ...COUNTED, timeout: MANY_MS_MAX },
	async (count, calls) => {
		const { newKey, asks, send, goesTo, forget } = await newSender(count);
		const key = await newKey();
		expect([await asks(key), await asks(key)]).toEqual([calls, 0]);
		await forget();
		expect(await goesTo(await send(await newKey()))).toBe(count);
	},
);

test("the first message after each change of the configuration asks once, and goes by the change", {
	...COUNTED,
	timeout: MANY_MS_MAX,
}, async () => {
	const { api, app, newKey, asks, target } = await newSender();
	const { body } = await api("GET", `/app/${app}/endpoint`);
	const path = `/app/${app}/endpoint/${body.data[0].id}`;
	const second = newTarget();
	const changes: [() => Promise<Reply>, number, number][] = [
		[() => api("POST", `/app/${app}/endpoint`, { url: second.url }), 1, 1],
		[() => api("PATCH", path, { channels: ["other"] }), 1, 2],
		[() => api("PATCH", path, { channels: null }), 2, 3],
		[() => api("PATCH", `${path}/headers`, { headers: { "x-a": "1" } }), 3, 4],
		[() => api("POST", `${path}/secret/rotate`, {}), 4, 5],
		[() => api("PATCH", `/app/${app}`, { throttleRate: 1000 }), 5, 6],
		[() => api("DELETE", path), 5, 7],
	];
	for (const [change, first, other] of changes) {
		expect((await change()).status).toBeLessThan(300);
		expect(await asks(await newKey())).toBe(1);
		await until(target.seen, (all) => all.length >= first);
		await until(second.seen, (all) => all.length >= other);
	}
	expect(await target.seen()).toHaveLength(5);
	expect((await target.seen())[2].headers["x-a"]).toBe("1");
});

test(
	"a message after a 201 goes to the endpoint, whatever was sent and forgotten meanwhile",
	async () => {
		const { api, app, newKey, send, goesTo, forget } = await newSender();
		const warm = await newKey();
		for (let count = 2; count <= 5; count++) {
			const keys = await Promise.all(Array.from({ length: 4 }, newKey));
			const sent = keys.map(async (key, i) => {
				await new Promise((resolve) => setTimeout(resolve, i));
				if (i === 2) await forget();
				await send(key);
			});
			const { status } = await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
			expect(status).toBe(201);
			const ids = [await send(warm), await send(await newKey())];
			await Promise.all(sent);
			for (const id of ids) expect(await goesTo(id)).toBe(count);
		}
	},
	MANY_MS_MAX,
);

test("what was read before a slow body had come is read again", async () => {
	const { newKey, path } = await newSender();
	const { key } = await newKey();
	const calls = await countDatabaseCalls(async (soFar) => {
		const body = new ReadableStream({
			async start(controller) {
				await until(
					async () => soFar(),
					(count) => count === 1,
				);
				moveClock(11_000);
				controller.enqueue(new TextEncoder().encode(JSON.stringify(MESSAGE)));
				controller.close();
			},
		});
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const url = `http://edgehook.test/api/v1${path}`;
		const answer = await exports.default.fetch(url, { method: "POST", headers, body });
		expect(answer.status, await answer.text()).toBe(202);
	});
	expect(calls).toBe(2);
});

test("whoever may not send asks once at most, and wakes nobody", COUNTED, async () => {
	const { api, app, path } = await newSender();
	const other = await newSender();
	const [token, foreign] = [await newToken(api, app), await newToken(other.api, other.app)];
	await evictDurableObject(env.MESSAGE_STORE.getByName(app));
	const ids = async () => (await listDurableObjectIds(env.MESSAGE_STORE)).map(String).sort();
	const before = await ids();
	const unknownApp = newId("app", Date.now(), randomBytes(16));
	const tries: [string, string, number, number][] = [
		["test_nobody", path, 401, 1],
		["test_nobody", `/app/${unknownApp}/msg`, 401, 1],
		["", path, 401, 0],
		[token.key, path, 403, 1],
		[foreign.key, path, 403, 1],
		// The API looks once more before it says so: the application might just have been made.
		[other.api.key, path, 404, 2],
		[api.key, `/app/${unknownApp}/msg`, 404, 2],
	];
	for (const [key, to, status, calls] of tries) {
		const asked = await countDatabaseCalls(async () => {
			expect((await call(key, "POST", to, MESSAGE)).status).toBe(status);
		});
		expect(asked, `${status} ${to}`).toBe(calls);
	}
	expect(await ids()).toEqual(before);
});

test("a deleted application takes no message from whoever knew it, or did not", async () => {
	const { api, app, path, newKey, asks } = await newSender();
	const warm = await newKey();
	await asks(warm);
	expect((await api("DELETE", `/app/${app}`)).status).toBe(204);
	for (const key of [warm, await newKey()]) {
		expect((await key("POST", path, MESSAGE)).status).toBe(404);
	}
});
