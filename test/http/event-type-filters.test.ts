// Every list of messages and attempts takes event types in every spelling.
import { expect, test } from "vitest";
import { newApp, newTarget, type Reply, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

const BOTH = [
	"event_types=a,b",
	"event_types=a&event_types=b",
	"event_types[]=a&event_types[]=b",
	"event_types%5B%5D=a&event_types%5B%5D=b",
	"event_types[0]=a&event_types[1]=b",
	`event_types=${encodeURIComponent('["a","b"]')}`,
	"event_types=a&event_types[]=b",
];
const ONE = [
	"event_types=a",
	"event_types[]=a",
	"event_types[0]=a",
	`event_types=${encodeURIComponent('["a"]')}`,
	"event_types=a,none",
];

test("event types are asked for as the clients write them", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const { body } = await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
	for (const eventType of ["a", "b", "c"]) {
		await api("POST", `/app/${app}/msg`, { eventType, payload: {} });
	}
	const byEndpoint = `/app/${app}/attempt/endpoint/${body.id}`;
	await until(
		() => api("GET", byEndpoint),
		(reply) => reply.body.data.length === 3,
	);
	const countOf = (reply: Reply) => reply.body.data.length;
	for (const path of [`/app/${app}/msg`, `/app/${app}/endpoint/${body.id}/msg`, byEndpoint]) {
		for (const query of BOTH) {
			expect(countOf(await api("GET", `${path}?${query}`)), `${path}?${query}`).toBe(2);
		}
		for (const query of ONE) {
			expect(countOf(await api("GET", `${path}?${query}`)), `${path}?${query}`).toBe(1);
		}
		expect(countOf(await api("GET", `${path}?event_types=`))).toBe(3);
		const broken = await api("GET", `${path}?event_types=a,b%20c`);
		expectIssues(broken, ["query", "event_types", 1]);
	}
	const [message] = (await api("GET", `/app/${app}/msg?event_types=b`)).body.data;
	for (const path of [
		`/app/${app}/attempt/msg/${message.id}`,
		`/app/${app}/msg/${message.id}/attempt`,
	]) {
		for (const query of BOTH) expect(countOf(await api("GET", `${path}?${query}`)), query).toBe(1);
		for (const query of ONE) expect(countOf(await api("GET", `${path}?${query}`)), query).toBe(0);
	}
});
