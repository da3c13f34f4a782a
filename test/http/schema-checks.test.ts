import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

const SCHEMA = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const WRONG = {
	valid: false,
	errors: ['#/id: Instance type "number" is invalid. Expected "string".'],
};
const RIGHT = { valid: true, errors: [] };

async function newScene(schema: object = { schema: SCHEMA }) {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "user.created", ...schema });
	const app = (await api("POST", "/app", { name: "A" })).body.id;
	const send = (payload: object, query = "?check_schema=true", more: object = {}) =>
		api("POST", `/app/${app}/msg${query}`, { eventType: "user.created", payload, ...more });
	return { api, app, send };
}

test("a payload that does not fit is sent all the same, and marked wherever the message is read", async () => {
	const { api, app, send } = await newScene();
	const target = newTarget();
	await api("POST", `/app/${app}/endpoint`, { url: target.url });
	const created = await send({ id: 1 });
	expect(created.status).toBe(202);
	expect(created.body.schemaCheck).toEqual(WRONG);
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(seen.body).toBe('{"id":1}');
	const path = `/app/${app}/msg/${created.body.id}`;
	expect((await api("GET", path)).body.schemaCheck).toEqual(WRONG);
	expect((await api("GET", `/app/${app}/msg`)).body.data[0].schemaCheck).toEqual(WRONG);
});

test("a payload that fits is marked so, and one of an event type without a schema, too", async () => {
	const { send } = await newScene();
	expect((await send({ id: "1" })).body.schemaCheck).toEqual(RIGHT);
	expect(
		(await send({ id: 1 }, "?check_schema=true", { eventType: "nobody.knows" })).body.schemaCheck,
	).toEqual(RIGHT);
	const bare = await newScene({});
	expect((await bare.send({ id: 1 })).body.schemaCheck).toEqual(RIGHT);
});

test("who does not ask gets no mark, and nothing is stored", async () => {
	const { app, send } = await newScene();
	for (const query of ["", "?check_schema=false"]) {
		expect((await send({ id: 1 }, query)).body).not.toHaveProperty("schemaCheck");
	}
	const stub = env.MESSAGE_STORE.getByName(app);
	await runInDurableObject(stub, (_, { storage }) => {
		const [table] = storage.sql.exec(
			"SELECT name FROM sqlite_master WHERE name GLOB 'messages_*_[0-9]'",
		);
		const rows = [...storage.sql.exec(`SELECT schema_check FROM ${table?.name}`)];
		expect(rows).toEqual([{ schema_check: null }, { schema_check: null }]);
	});
});

test("the older name of the payload is checked, and a repetition has the mark of the first", async () => {
	const { api, app, send } = await newScene();
	const headers = { "idempotency-key": crypto.randomUUID() };
	const body = { eventType: "user.created", data: { id: 1 } };
	const path = `/app/${app}/msg?check_schema=true`;
	const first = await api("POST", path, body, headers);
	expect(first.body.schemaCheck).toEqual(WRONG);
	const again = await api("POST", path, { ...body, data: { id: "1" } }, headers);
	expect(again.body).toEqual(first.body);
	const refused = await send({ id: 1 }, "?check_schema=yes");
	expectIssues(refused, ["query", "check_schema"]);
});
