// How an endpoint is delivered to: in order or not, how many at once, paused or not, and why it is disabled.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const URL_OK = "https://example.com/hook";

async function newEndpoint(fields: object = {}) {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/endpoint`;
	const { body } = await api("POST", path, { url: URL_OK, ...fields });
	const endpoint = `${path}/${body.id}`;
	const read = async () => (await api("GET", endpoint)).body;
	/** As a lane would. */
	const disable = (reason: string) =>
		env.DB.prepare("UPDATE endpoints SET disabled = 1, disabled_reason = ?1 WHERE id = ?2")
			.bind(reason, body.id)
			.run();
	return { api, path, endpoint, body, read, disable };
}

test("order and the number at once are kept as given", async () => {
	const { api, body, endpoint, read } = await newEndpoint({ ordered: true, maxInFlight: 3 });
	expect(body).toMatchObject({ ordered: true, maxInFlight: 3, paused: false });
	await api("PATCH", endpoint, { maxInFlight: 1000 });
	expect(await read()).toMatchObject({ ordered: true, maxInFlight: 1000 });
	await api("PATCH", endpoint, { ordered: false, maxInFlight: null });
	expect(await read()).toMatchObject({ ordered: false, maxInFlight: null });
});

test("a PUT that leaves them out keeps them, and one that gives them sets them", async () => {
	const { api, path, endpoint, read } = await newEndpoint({ ordered: true, maxInFlight: 3 });
	await api("POST", `${endpoint}/pause`);
	await api("PUT", endpoint, { url: URL_OK });
	expect(await read()).toMatchObject({ ordered: true, maxInFlight: 3, paused: true });
	await api("PUT", endpoint, { url: URL_OK, ordered: false, maxInFlight: null });
	expect(await read()).toMatchObject({ ordered: false, maxInFlight: null });
	const made = await api("PUT", `${path}/none`, { url: URL_OK, ordered: true, maxInFlight: 1 });
	expect(made.body).toMatchObject({ ordered: true, maxInFlight: 1 });
});

test.each([
	["ordered", "yes"],
	["ordered", null],
	["ordered", 1],
	["maxInFlight", 0],
	["maxInFlight", 1001],
	["maxInFlight", 1.5],
	["maxInFlight", "5"],
])("%s cannot be %j", async (field, value) => {
	const { api, path, endpoint, body, read } = await newEndpoint();
	const wrong = { url: URL_OK, [field]: value };
	expectIssues(await api("POST", path, wrong), ["body", field]);
	expectIssues(await api("PUT", endpoint, wrong), ["body", field]);
	expectIssues(await api("PATCH", endpoint, wrong), ["body", field]);
	expect(await read()).toEqual(body);
});

test("pausing and resuming answer the endpoint, and change nothing the second time", async () => {
	const { api, endpoint, body, read } = await newEndpoint();
	const unchanged = await api("POST", `${endpoint}/resume`);
	expect(unchanged.status).toBe(200);
	expect(unchanged.body).toEqual(body);
	const paused = await api("POST", `${endpoint}/pause`);
	expect(paused.status).toBe(200);
	expect(paused.body).toMatchObject({ id: body.id, paused: true, disabled: false });
	expect((await api("POST", `${endpoint}/pause`)).body).toEqual(paused.body);
	expect(await read()).toEqual(paused.body);
	const resumed = await api("POST", `${endpoint}/resume`);
	expect(resumed.body).toEqual({ ...body, updatedAt: resumed.body.updatedAt });
	expectError(await api("POST", `${endpoint}x/pause`), 404, "not_found");
});

test("a request with a key pauses once, and its repetition does not pause again", async () => {
	const { api, endpoint, read } = await newEndpoint();
	const key = { "idempotency-key": crypto.randomUUID() };
	const first = await api("POST", `${endpoint}/pause`, undefined, key);
	await api("POST", `${endpoint}/resume`);
	expect((await api("POST", `${endpoint}/pause`, undefined, key)).body).toEqual(first.body);
	expect((await read()).paused).toBe(false);
});

test.each(["failing", "gone", "asked"])(
	"why it was disabled (%s) is shown until a person enables it",
	async (reason) => {
		const { api, endpoint, read, disable } = await newEndpoint();
		await disable(reason);
		expect(await read()).toMatchObject({ disabled: true, disabledReason: reason });
		await api("PATCH", endpoint, { description: "x", disabled: true });
		expect(await read()).toMatchObject({ disabled: true, disabledReason: reason });
		await api("PATCH", endpoint, { disabled: false });
		expect(await read()).toMatchObject({ disabled: false, disabledReason: null });
		await disable(reason);
		await api("PUT", endpoint, { url: URL_OK });
		expect(await read()).toMatchObject({ disabled: false, disabledReason: null });
	},
);

test("when a person disables it there is no other reason", async () => {
	const { api, endpoint, path } = await newEndpoint();
	const { body } = await api("PATCH", endpoint, { disabled: true });
	expect(body).toMatchObject({ disabled: true, disabledReason: null });
	const made = await api("POST", path, { url: URL_OK, disabled: true, disabledReason: "gone" });
	expect(made.body).toMatchObject({ disabled: true, disabledReason: null });
});

test("pausing is a field of the endpoint, too; a PUT that leaves it out keeps it", async () => {
	const api = await newCheckedApi();
	const path = `/app/${await newApp(api)}/endpoint`;
	const { body } = await api("POST", path, { url: URL_OK, paused: true });
	expect(body.paused).toBe(true);
	expect((await api("PUT", `${path}/${body.id}`, { url: body.url })).body.paused).toBe(true);
	expect((await api("PATCH", `${path}/${body.id}`, { paused: false })).body.paused).toBe(false);
	expectIssues(await api("PATCH", `${path}/${body.id}`, { paused: "no" }), ["body", "paused"]);
});
