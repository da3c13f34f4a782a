// Payloads that are forgotten: on request, one or many, and by their own time.
import { afterEach, expect, test, vi } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { moveClock } from "../support/delivery.ts";

const HOUR_MS = 3_600_000;
const EXPIRED = { expired: true };

afterEach(() => {
	vi.useRealTimers();
});

async function newSender(query = "") {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const endpoint = await api("POST", `${app}/endpoint`, { url: target.url });
	const send = async (fields: object = {}) => {
		const message = { eventType: "a", payload: { secret: 1 }, ...fields };
		return (await api("POST", `${app}/msg`, message)).body.id as string;
	};
	const payloadOf = async (id: string, more = "") =>
		(await api("GET", `${app}/msg/${id}${more}`)).body.payload;
	return { api, app, target, send, payloadOf, endpointId: endpoint.body.id };
}

test("an expunged payload is gone from the message and from lists; the message is not", async () => {
	const { api, app, send, payloadOf } = await newSender();
	const id = await send({ eventId: "e1", tags: ["t"] });
	const other = await send();
	for (const name of [id, "e1"]) {
		const reply = await api("DELETE", `${app}/msg/${name}/content`);
		expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: "" });
	}
	const read = await api("GET", `${app}/msg/e1`);
	expect(read.body).toMatchObject({ id, eventId: "e1", tags: ["t"], payload: EXPIRED });
	expect(await payloadOf(id, "?with_content=false")).toEqual({});
	const list = await api("GET", `${app}/msg`);
	expect(list.body.data.map(({ payload }: { payload: unknown }) => payload)).toEqual([
		{ secret: 1 },
		EXPIRED,
	]);
	expect(await payloadOf(other)).toEqual({ secret: 1 });
});

test("what is not found is not expunged, and nothing of others is", async () => {
	const { api, app, send, payloadOf } = await newSender();
	const id = await send({ eventId: "e1" });
	const other = `/app/${await newApp(api)}`;
	const stranger = await newCheckedApi();
	const theirs = `/app/${await newApp(stranger)}`;
	for (const name of [id, "e1", `msg_${"0".repeat(27)}`]) {
		expectError(await api("DELETE", `${other}/msg/${name}/content`), 404, "not_found");
		expectError(await stranger("DELETE", `${theirs}/msg/${name}/content`), 404, "not_found");
		expectError(await stranger("DELETE", `${app}/msg/${name}/content`), 404, "not_found");
	}
	const ids = [id, "e1"];
	const results = { [id]: "not-found", e1: "not-found" };
	expect((await api("POST", `${other}/msg/bulk-expunge`, { ids })).body).toEqual({ results });
	expectError(await stranger("POST", `${app}/msg/bulk-expunge`, { ids }), 404, "not_found");
	expect(await payloadOf(id)).toEqual({ secret: 1 });
});

test("many payloads are expunged at once, by id or eventId, and what became of each is told", async () => {
	const { api, app, send, payloadOf } = await newSender();
	const [one, two, three] = [await send(), await send({ eventId: "e2" }), await send()];
	const path = `${app}/msg/bulk-expunge`;
	const reply = await api("POST", path, { ids: [one, "e2", "nothing"] });
	expect(reply.status).toBe(200);
	expect(reply.body).toEqual({
		results: { [String(one)]: "expunged", e2: "expunged", nothing: "not-found" },
	});
	expect(await payloadOf(String(one))).toEqual(EXPIRED);
	expect(await payloadOf(String(two))).toEqual(EXPIRED);
	expect(await payloadOf(String(three))).toEqual({ secret: 1 });
	expect((await api("POST", path, {})).body).toEqual({ results: {} });
	const many = Array.from({ length: 251 }, (_, i) => `id${i}`);
	expectIssues(await api("POST", path, { ids: many }), ["body", "ids"]);
	expect((await api("POST", path, { ids: many.slice(1) })).status).toBe(200);
	expectIssues(await api("POST", path, { ids: ["a", "a"] }), ["body", "ids"]);
	expectIssues(await api("POST", path, { ids: [1] }), ["body", "ids", 0]);
	expectIssues(await api("POST", path, { ids: null }), ["body", "ids"]);
});

test("an attempt's answer is forgotten, and only that", async () => {
	const { api, app, send, endpointId } = await newSender("?bytes=4&fill=s3");
	const id = await send({ eventId: "e1" });
	const list = `${app}/attempt/endpoint/${endpointId}`;
	const attempts = await until(
		() => api("GET", list),
		(reply) => reply.body.data.length === 1,
	);
	const [attempt] = attempts.body.data;
	const path = `${app}/msg/${id}/attempt/${attempt.id}`;
	const elsewhere = await send();
	const other = `/app/${await newApp(api)}`;
	for (const wrong of [
		`${app}/msg/${elsewhere}/attempt/${attempt.id}/content`,
		`${app}/msg/${id}/attempt/atmpt_${"0".repeat(27)}/content`,
		`${app}/msg/${id}/attempt/x/content`,
		`${other}/msg/${id}/attempt/${attempt.id}/content`,
	]) {
		expectError(await api("DELETE", wrong), 404, "not_found");
	}
	expect((await api("GET", path)).body).toEqual(attempt);
	expect((await api("DELETE", `${app}/msg/e1/attempt/${attempt.id}/content`)).status).toBe(204);
	const forgotten = { ...attempt, response: "EXPUNGED", responseHeaders: {} };
	expect((await api("GET", path)).body).toEqual(forgotten);
	expect((await api("GET", `${app}/attempt/msg/${id}`)).body.data).toEqual([forgotten]);
});

test.each([
	["payloadRetentionPeriod", 1, 24 * HOUR_MS],
	["payloadRetentionHours", 1, HOUR_MS],
	["payloadRetentionHours", 2159, 2159 * HOUR_MS],
])("a payload with %s %i is gone after that time", async (field, value, lifeMs) => {
	const { send, payloadOf } = await newSender();
	moveClock(0);
	const id = await send({ [field]: value });
	moveClock(lifeMs - 1);
	expect(await payloadOf(id)).toEqual({ secret: 1 });
	moveClock(1);
	expect(await payloadOf(id)).toEqual(EXPIRED);
	expect(await payloadOf(id, "?with_content=false")).toEqual({});
});

test.each([
	["payloadRetentionPeriod", [0, 91, 1.5, "1", -1]],
	["payloadRetentionHours", [0, 2161, 0.5, "1", true]],
])("a wrong %s is named", async (field, values) => {
	const { api, app } = await newSender();
	const message = { eventType: "a", payload: {} };
	for (const value of values) {
		const reply = await api("POST", `${app}/msg`, { ...message, [field]: value });
		expectIssues(reply, ["body", field]);
	}
	expect((await api("POST", `${app}/msg`, { ...message, [field]: null })).status).toBe(202);
});

test("a payload has one life: days and hours together are refused", async () => {
	const { api, app } = await newSender();
	const lives = { payloadRetentionPeriod: 1, payloadRetentionHours: 24 };
	const reply = await api("POST", `${app}/msg`, { eventType: "a", payload: {}, ...lives });
	expectIssues(reply, ["body", "payloadRetentionHours"]);
});
