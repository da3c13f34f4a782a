// Cancelling what waits: all of an endpoint before a time, or one message at one endpoint.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const EVENT = { eventType: "user.created", payload: {} };

/** A paused endpoint with messages that wait for it. */
async function newWaiting(count: number, fields: object = {}, query = "") {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	await api("POST", `${app}/endpoint`, { uid: "main", url: target.url, ...fields });
	const endpoint = `${app}/endpoint/main`;
	await api("POST", `${endpoint}/pause`);
	const ids: string[] = [];
	const send = async () => ids.push((await api("POST", `${app}/msg`, EVENT)).body.id);
	for (let i = 0; i < count; i++) await send();
	const stateOf = async (id: string | undefined) =>
		(await api("GET", `${app}/msg/${id}/endpoint`)).body.data[0].standing.state;
	const resume = () => api("POST", `${endpoint}/resume`);
	return { api, app, endpoint, ids, send, stateOf, resume, target };
}

test("everything that waits is cancelled once, and what comes after is sent", async () => {
	const { api, endpoint, ids, send, stateOf, resume, target } = await newWaiting(3);
	const reply = await api("POST", `${endpoint}/cancel`);
	expect([reply.status, reply.body]).toEqual([200, { cancelled: 3 }]);
	expect((await api("POST", `${endpoint}/cancel`, {})).body).toEqual({ cancelled: 0 });
	for (const id of ids) expect(await stateOf(id)).toBe("cancelled");
	await send();
	await resume();
	await until(target.seen, (seen) => seen.length > 0);
	expect((await target.seen()).map(({ headers }) => headers["webhook-id"])).toEqual(ids.slice(3));
	for (const id of ids.slice(0, 3)) expect(await stateOf(id)).toBe("cancelled");
});

test("only what was accepted before a time is cancelled", async () => {
	const { api, endpoint, ids, send, stateOf } = await newWaiting(2);
	await new Promise((resolve) => setTimeout(resolve, 20));
	const before = new Date().toISOString();
	await new Promise((resolve) => setTimeout(resolve, 20));
	await send();
	expect((await api("POST", `${endpoint}/cancel`, { before })).body).toEqual({ cancelled: 2 });
	expect(await Promise.all(ids.map(stateOf))).toEqual(["cancelled", "cancelled", "paused"]);
	const early = { before: "2020-01-01T00:00:00+01:00" };
	expect((await api("POST", `${endpoint}/cancel`, early)).body).toEqual({ cancelled: 0 });
});

test("one message is cancelled at one endpoint, and one that does not wait is not", async () => {
	const { api, app, ids, stateOf } = await newWaiting(2);
	const cancel = (id: string | undefined, endpoint = "main") =>
		api("POST", `${app}/msg/${id}/endpoint/${endpoint}/cancel`);
	expect((await cancel(ids[0])).body).toEqual({ cancelled: 1 });
	expect((await cancel(ids[0])).body).toEqual({ cancelled: 0 });
	expect(await Promise.all(ids.map(stateOf))).toEqual(["cancelled", "paused"]);
	expectError(await cancel("none"), 404, "not_found");
	expectError(await cancel(ids[0], "none"), 404, "not_found");
});

test("a message that blocks an ordered endpoint is skipped, and the next one goes on", async () => {
	const { api, app, ids, stateOf, resume, target } = await newWaiting(
		2,
		{ ordered: true },
		"?status=500,200",
	);
	await resume();
	await until(
		() => stateOf(ids[0]),
		(state) => state === "failing",
	);
	expect(await stateOf(ids[1])).toBe("waiting");
	const cancelled = await api("POST", `${app}/msg/${ids[0]}/endpoint/main/cancel`);
	expect(cancelled.body).toEqual({ cancelled: 1 });
	await until(
		() => stateOf(ids[1]),
		(state) => state === "delivered",
	);
	expect((await target.seen()).map(({ headers }) => headers["webhook-id"])).toEqual(ids);
	expect(await stateOf(ids[0])).toBe("cancelled");
});

test("the same Idempotency-Key gets the same count", async () => {
	const { api, endpoint } = await newWaiting(2);
	const headers = { "idempotency-key": "once" };
	for (let i = 0; i < 2; i++) {
		expect((await api("POST", `${endpoint}/cancel`, {}, headers)).body).toEqual({ cancelled: 2 });
	}
});

test.each(["now", "", 5, "2026-13-01T00:00:00Z", "2026-01-01"])(
	"%j is no time to cancel before",
	async (before) => {
		const { api, endpoint } = await newWaiting(0);
		expectIssues(await api("POST", `${endpoint}/cancel`, { before }), ["body", "before"]);
	},
);
