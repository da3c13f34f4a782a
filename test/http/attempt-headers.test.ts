// The headers of an attempt and of its answer, as a customer may see them.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, newCheckedApi } from "../support/contract.ts";
import { newToken } from "../support/tokens.ts";

async function newAttempt(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const endpoint = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const message = await api("POST", `${app}/msg`, { eventType: "a", payload: { n: 1 } });
	const attempts = `${app}/attempt/msg/${message.body.id}`;
	const { body } = await until(
		() => api("GET", attempts),
		(reply) => reply.body.data.length === 1,
	);
	const attempt = `${app}/msg/${message.body.id}/attempt/${body.data[0].id}`;
	const read = () => api("GET", `${attempt}/headers`);
	const messageId = message.body.id as string;
	return { api, app, target, attempt, read, messageId, endpointId: endpoint.body.id as string };
}

test("they are those that were sent, and those that came back", async () => {
	const { target, read } = await newAttempt("?header=x-answer:42", { headers: { "x-team": "a" } });
	const { body } = await read();
	const [seen] = await target.seen();
	expect(Object.keys(body.sentHeaders).sort()).toEqual([
		...["accept", "content-type", "user-agent"],
		...["webhook-id", "webhook-signature", "webhook-timestamp", "x-team"],
	]);
	expect(seen.headers).toMatchObject(body.sentHeaders);
	expect(body.responseHeaders).toMatchObject({ "x-answer": "42", "x-receiver": "yes" });
	expect(body.sensitive).toEqual([]);
});

test("credentials are masked and named, and are stored nowhere in an attempt", async () => {
	const { read, endpointId } = await newAttempt("?header=set-cookie:s3cret", {
		headers: { Authorization: "Bearer s3cret", "x-session-token": "s3cret" },
	});
	const { body } = await read();
	expect(body.sentHeaders).toMatchObject({ authorization: "***", "x-session-token": "***" });
	expect(body.responseHeaders["set-cookie"]).toBe("***");
	expect(body.sensitive.sort()).toEqual(["authorization", "set-cookie", "x-session-token"]);
	const stub = env.ENDPOINT_LANE.getByName(endpointId);
	const stored = await runInDurableObject(stub, (_, { storage: { sql } }) => {
		const [table] = sql.exec(
			"SELECT name FROM sqlite_master WHERE name GLOB 'attempts_[0-9]*_[0-9]'",
		);
		return [...sql.exec(`SELECT sent_headers FROM ${table?.name}`)];
	});
	expect(JSON.stringify(stored)).not.toContain("s3cret");
	expect(JSON.stringify(stored)).toContain("authorization");
});

test("credentials of an answer are masked wherever an attempt is shown", async () => {
	const query = "?header=set-cookie:sid=s3cret&header=x-api-key:s3cret&header=x-answer:42";
	const { api, app, attempt, messageId, endpointId } = await newAttempt(query);
	const customer = await newToken(api, app.replace("/app/", ""), { capabilities: ["ViewBase"] });
	const masked = { "set-cookie": "***", "x-api-key": "***", "x-answer": "42" };
	for (const as of [api, customer]) {
		for (const path of [
			attempt,
			`${attempt}/headers`,
			`${app}/attempt/msg/${messageId}`,
			`${app}/attempt/msg/${messageId}?endpoint_id=${endpointId}`,
			`${app}/attempt/endpoint/${endpointId}`,
			`${app}/attempt/endpoint/${endpointId}?with_msg=true`,
			`${app}/msg/${messageId}/attempt`,
			`${app}/msg/${messageId}/endpoint/${endpointId}/attempt`,
		]) {
			const { body } = await as("GET", path);
			const shown = body.data?.[0] ?? body;
			expect(shown.responseHeaders, path).toMatchObject(masked);
		}
	}
});

test("there is an end to how much is shown", async () => {
	const long = Object.fromEntries(
		Array.from({ length: 10 }, (_, i) => [`x-${i}`, "v".repeat(4_000)]),
	);
	const answered = Array.from({ length: 8 }, (_, i) => `header=y-${i}:${"w".repeat(900)}`);
	const { api, attempt, read } = await newAttempt(`?${answered.join("&")}`, { headers: long });
	const { body } = await read();
	expect(JSON.stringify(body.sentHeaders).length).toBeLessThan(5_000);
	expect(body.sentHeaders["webhook-signature"]).toMatch(/^v1,/);
	expect(JSON.stringify(body.responseHeaders).length).toBeLessThan(5_000);
	expect((await api("GET", attempt)).body.responseHeaders).toEqual(body.responseHeaders);
});

test("without an answer there are no headers of one", async () => {
	const { read } = await newAttempt("?reset=1");
	const { body } = await read();
	expect(body.responseHeaders).toBeNull();
	expect(body.sentHeaders).toHaveProperty("webhook-id");
});

test("what is expunged is gone", async () => {
	const { api, attempt, read } = await newAttempt("", { headers: { "x-team": "a" } });
	expect((await api("DELETE", `${attempt}/content`)).status).toBe(204);
	expect((await read()).body).toEqual({ sentHeaders: {}, responseHeaders: {}, sensitive: [] });
});

test("an attempt of another message or application is not found", async () => {
	const { api, app, attempt } = await newAttempt();
	const id = attempt.split("/").at(-1);
	const { body } = await api("POST", `${app}/msg`, { eventType: "a", payload: {} });
	expectError(await api("GET", `${app}/msg/${body.id}/attempt/${id}/headers`), 404, "not_found");
	expectError(await api("GET", `${attempt}x/headers`), 404, "not_found");
});
