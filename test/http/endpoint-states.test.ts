import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, newCheckedApi } from "../support/contract.ts";

const TAKEN = "An endpoint with that id or uid already exists";
const URL_OK = "https://example.com/hook";

async function newPair() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const [target, witness] = [newTarget(), newTarget()];
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url });
	await api("POST", `${app}/endpoint`, { url: witness.url });
	const send = async () =>
		(await api("POST", `${app}/msg`, { eventType: "a", payload: {} })).body.id as string;
	/** Sends, and waits until the other endpoint has what was sent. */
	const sendAndWait = async () => {
		const before = (await witness.seen()).length;
		const id = await send();
		await until(witness.seen, (all) => all.length > before);
		return id;
	};
	return { api, app, target, endpoint: `${app}/endpoint/${body.id}`, id: body.id, sendAndWait };
}

const idsOf = (seen: { headers: Record<string, string> }[]) =>
	seen.map(({ headers }) => headers["webhook-id"]);

test("a disabled endpoint gets nothing, and what comes after it is enabled again", async () => {
	const { api, endpoint, target, sendAndWait } = await newPair();
	await api("PATCH", endpoint, { disabled: true });
	await sendAndWait();
	await api("PATCH", endpoint, { disabled: false });
	const second = await sendAndWait();
	expect(idsOf(await until(target.seen, (all) => all.length > 0))).toEqual([second]);
});

test("a changed URL holds for the next message", async () => {
	const { api, endpoint, target, sendAndWait } = await newPair();
	const first = await sendAndWait();
	const moved = newTarget();
	await api("PATCH", endpoint, { url: moved.url });
	const second = await sendAndWait();
	expect(idsOf(await until(moved.seen, (all) => all.length > 0))).toEqual([second]);
	expect(idsOf(await target.seen())).toEqual([first]);
});

test("a deleted endpoint gets nothing more, and its attempts can still be read", async () => {
	const { api, app, endpoint, id, target, sendAndWait } = await newPair();
	const first = await sendAndWait();
	await until(
		() => api("GET", `${app}/attempt/msg/${first}`),
		(reply) => reply.body.data.length === 2,
	);
	await api("DELETE", endpoint);
	await sendAndWait();
	expect(idsOf(await target.seen())).toEqual([first]);
	const byMessage = await api("GET", `${app}/attempt/msg/${first}?endpoint_id=${id}`);
	expect(byMessage.body.data).toMatchObject([{ msgId: first, endpointId: id, url: target.url }]);
	const byEndpoint = await api("GET", `${app}/attempt/endpoint/${id}`);
	expect(byEndpoint.body.data).toEqual(byMessage.body.data);
	const one = await api("GET", `${app}/msg/${first}/attempt/${byMessage.body.data[0].id}`);
	expect(one.body).toEqual(byMessage.body.data[0]);
});

test("a uid is taken once in an application, and freed when its endpoint is deleted", async () => {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/endpoint`;
	const other = `/app/${await newApp(api)}/endpoint`;
	const body = { url: URL_OK, uid: "same" };
	const { body: first } = await api("POST", path, body);
	const { body: second } = await api("POST", path, { url: URL_OK });
	expectError(await api("POST", path, body), 409, "conflict", TAKEN);
	expectError(await api("PUT", `${path}/none`, body), 409, "conflict", TAKEN);
	expectError(await api("PUT", `${path}/${second.id}`, body), 409, "conflict", TAKEN);
	expectError(await api("PATCH", `${path}/${second.id}`, { uid: "same" }), 409, "conflict", TAKEN);
	expect((await api("POST", other, body)).status).toBe(201);
	expect((await api("DELETE", `${path}/same`)).status).toBe(204);
	for (const part of ["", "/headers", "/secret"]) {
		expectError(await api("GET", `${path}/${first.id}${part}`), 404, "not_found");
	}
	expectError(await api("DELETE", `${path}/same`), 404, "not_found");
	expect((await api("GET", path)).body.data).toEqual([second]);
	expect((await api("POST", path, body)).status).toBe(201);
});
