import { expect, test } from "vitest";
import { newApi, newApp, newTarget, until } from "../support/api.ts";

test("a message is accepted, delivered, and its attempt is listed by message and by endpoint", async () => {
	const api = await newApi();
	const app = await newApp(api);
	const target = newTarget();
	const endpoint = await api("POST", `/app/${app}/endpoint`, { url: target.url });
	const sent = await api("POST", `/app/${app}/msg`, {
		eventType: "user.created",
		payload: { a: 1 },
	});
	expect(sent.status).toBe(202);
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.headers["webhook-id"]).toBe(sent.body.id);
	const byMessage = await until(
		() => api("GET", `/app/${app}/attempt/msg/${sent.body.id}`),
		(reply) => reply.body.data.length === 1,
	);
	const byEndpoint = await api("GET", `/app/${app}/attempt/endpoint/${endpoint.body.id}`);
	expect(byEndpoint.body.data).toEqual(byMessage.body.data);
});
