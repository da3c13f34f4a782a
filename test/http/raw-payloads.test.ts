// A message's payload as the exact text that was sent to us.
import { expect, test } from "vitest";
import { newApp } from "../support/api.ts";
import { expectError, newCheckedApi } from "../support/contract.ts";

async function newSender() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const send = async (payload: string, more = "") =>
		(await api("POST", `${app}/msg`, `{"eventType":"a",${more}"payload":${payload}}`)).body.id;
	const raw = (id: string, query = "") => api("GET", `${app}/msg/${id}/raw${query}`);
	return { api, app, send, raw };
}

test.each([
	'{"z": 1.0, "a":12345678901234567890 }',
	'{"é":"😀\\u00e9\\ud83d","html":"<script>alert(1)</script>"}',
	'{"a":1,"a":2,\n\t"b":[ ]}',
	"{}",
])("%s comes back byte for byte", async (payload) => {
	const { send, raw } = await newSender();
	const reply = await raw(await send(payload));
	expect(reply.text).toBe(payload);
	expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
	expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
	expect(reply.headers.get("access-control-allow-origin")).toBe("*");
});

test("it is found by the eventId too, and is the payload unless what was sent in its place is asked for", async () => {
	const { send, raw } = await newSender();
	await send('{"a":1.0}', '"eventId":"e1","transformationsParams":{"rawPayload":"other"},');
	expect((await raw("e1")).text).toBe('{"a":1.0}');
	expect((await raw("e1", "?as_sent=true")).text).toBe("other");
	expect((await raw(await send('{"b":1.0}'), "?as_sent=true")).text).toBe('{"b":1.0}');
});

test("a payload that says of itself that it is expired is there; one that is gone is not", async () => {
	const { api, app, send, raw } = await newSender();
	const id = await send('{"expired":true}');
	expect((await raw(id)).text).toBe('{"expired":true}');
	await api("DELETE", `${app}/msg/${id}/content`);
	expectError(await raw(id), 404, "not_found", "The message's payload is no longer stored");
	expectError(await raw("nothing"), 404, "not_found", "Entity not found");
});
