import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

type Attempt = { id: string; endpointId: string; timestamp: string };

const REFUSED = "http://127.0.0.1:1/";
const plans = {
	ok: () => newTarget().url,
	moved: () => newTarget("?status=302&location=https://example.com/").url,
	missing: () => newTarget("?status=404").url,
	broken: () => newTarget("?status=503").url,
	dead: () => REFUSED,
};
const ALL = Object.keys(plans).sort();

/** A message that five endpoints answer in five ways. */
async function newAttempts() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const ids: Record<string, string> = {};
	for (const [uid, url] of Object.entries(plans)) {
		ids[(await api("POST", `${app}/endpoint`, { uid, url: url() })).body.id] = uid;
	}
	const fields = { eventId: "evt_1", channels: ["eu"], tags: ["x"] };
	const message = { eventType: "user.created", payload: {}, ...fields };
	const { body: sent } = await api("POST", `${app}/msg`, message);
	const path = `${app}/attempt/msg/${sent.id}`;
	const all = await until(
		() => api("GET", path),
		(reply) => reply.body.data.length === ALL.length,
	);
	const uidsOf = (list: Attempt[]) => list.map(({ endpointId }) => ids[endpointId] ?? "?").sort();
	const list = async (query: string) => uidsOf((await api("GET", `${path}?${query}`)).body.data);
	const find = (uid: string) => all.body.data.find((one: Attempt) => ids[one.endpointId] === uid);
	return { api, app, path, sent, list, find, uidsOf, attempts: all.body.data as Attempt[] };
}

test("an attempt that succeeded tells everything about it", async () => {
	const { sent, find } = await newAttempts();
	expect(find("ok")).toEqual({
		id: expect.stringMatching(/^atmpt_[0-9A-Za-z]{27}$/),
		msgId: sent.id,
		endpointId: expect.stringMatching(/^ep_/),
		url: expect.stringContaining("/to/"),
		status: 0,
		statusText: "success",
		triggerType: 0,
		response: "answer 1",
		responseStatusCode: 200,
		responseDurationMs: expect.any(Number),
		responseHeaders: expect.objectContaining({ "x-receiver": "yes" }),
		failure: null,
		failureReason: null,
		attemptNumber: 1,
		nextAttempt: null,
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
	});
});

test.each([
	["moved", 302, "redirect", "answer 1"],
	["missing", 404, "client_error", "answer 1"],
	["broken", 503, "server_error", "answer 1"],
	// Here no socket can be opened to find out more.
	["dead", 0, "connection", "the connection failed, or was closed before an answer"],
])(
	"an attempt that failed because the receiver is %s says so",
	async (uid, code, failure, response) => {
		const { find } = await newAttempts();
		const attempt = find(uid);
		const failed = { status: 2, statusText: "fail", attemptNumber: 1, triggerType: 0 };
		expect(attempt).toMatchObject({ ...failed, responseStatusCode: code, failure, response });
		expect(attempt.failureReason).toMatch(
			code === 0 ? response : `the server answered ${code} after`,
		);
		const waitMs = Date.parse(attempt.nextAttempt) - Date.parse(attempt.timestamp);
		expect(waitMs).toBeGreaterThanOrEqual(4_000);
		expect(waitMs).toBeLessThan(8_000);
	},
);

const FILTERS: [string, string[]][] = [
	["", ALL],
	["status=0", ["ok"]],
	["status=2", ["broken", "dead", "missing", "moved"]],
	["status=1", []],
	["status=3", []],
	["status_code_class=0", ["dead"]],
	["status_code_class=100", []],
	["status_code_class=200", ["ok"]],
	["status_code_class=300", ["moved"]],
	["status_code_class=400", ["missing"]],
	["status_code_class=500", ["broken"]],
	["status=2&status_code_class=200", []],
	["endpoint_id=ok", ["ok"]],
	["endpoint_id=none", []],
	["channel=eu", ALL],
	["channel=us", []],
	["tag=x", ALL],
	["tag=y", []],
	["event_types=user.created,other", ALL],
	["event_types[]=other", []],
	["after=2020-01-01T00:00:00Z&before=2100-01-01T00:00:00Z", ALL],
	["before=2020-01-01T00:00:00Z", []],
];

test("the attempts of a message are those that every filter takes", async () => {
	const { list } = await newAttempts();
	for (const [query, expected] of FILTERS) expect(await list(query), query).toEqual(expected);
});

test("an iterator may name a group of endpoints, or those to be asked again", async () => {
	const { api, path, list } = await newAttempts();
	for (const iterator of [".0", "-.0"]) expect(await list(`iterator=${iterator}`)).toEqual(ALL);
	expect(await list("iterator=.r0_3")).toHaveLength(2);
	expect(await list("iterator=.0m1")).toHaveLength(4);
	const { body } = await api("GET", `${path}?iterator=.0m1`);
	expect(body.done).toBe(false);
	expect(await list(`iterator=${body.iterator}`)).toHaveLength(1);
	for (const iterator of [".1", "-.7", ".r99999"]) {
		expect((await api("GET", `${path}?iterator=${iterator}`)).body).toMatchObject({ data: [] });
	}
	const many = Array.from({ length: 51 }, (_, i) => i).join("_");
	for (const iterator of ["", "-", ".", ".r", ".0m", "atmpt_1", `.r${many}`]) {
		expectIssues(await api("GET", `${path}?iterator=${iterator}`), ["query", "iterator"]);
	}
});

test("an endpoint's attempts are filtered in the same way", async () => {
	const { api, app } = await newAttempts();
	const count = async (uid: string, query: string) =>
		(await api("GET", `${app}/attempt/endpoint/${uid}?${query}`)).body.data.length;
	expect(await count("ok", "status=0&status_code_class=200&channel=eu&tag=x")).toBe(1);
	expect(await count("broken", "status=2&event_types=user.created")).toBe(1);
	for (const query of ["status=2", "status=1", "status_code_class=500", "channel=us", "tag=y"]) {
		expect(await count("ok", query)).toBe(0);
	}
	expectError(await api("GET", `${app}/attempt/endpoint/none`), 404, "not_found");
});

test("after takes in its own millisecond of an attempt, and before does not", async () => {
	const { list, find } = await newAttempts();
	const at = (shiftMs: number) =>
		new Date(Date.parse(find("ok").timestamp) + shiftMs).toISOString();
	const count = async (query: string) => (await list(`endpoint_id=ok&${query}`)).length;
	expect(await count(`after=${at(0)}`)).toBe(1);
	expect(await count(`after=${at(1)}`)).toBe(0);
	expect(await count(`before=${at(0)}`)).toBe(0);
	expect(await count(`before=${at(1)}`)).toBe(1);
});

test("with_content=false withholds what the receiver answered", async () => {
	const { api, app, path, find } = await newAttempts();
	const withheld = { ...find("ok"), response: "{}", responseHeaders: {} };
	const byMessage = await api("GET", `${path}?with_content=false&endpoint_id=ok`);
	expect(byMessage.body.data).toEqual([withheld]);
	const byEndpoint = await api("GET", `${app}/attempt/endpoint/ok?with_content=false`);
	expect(byEndpoint.body.data).toEqual([withheld]);
});

test("a long answer is kept from its start", async () => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	await api("POST", `${app}/endpoint`, { url: newTarget("?bytes=100000").url });
	const { body } = await api("POST", `${app}/msg`, { eventType: "a", payload: {} });
	const { body: list } = await until(
		() => api("GET", `${app}/attempt/msg/${body.id}`),
		(reply) => reply.body.data.length === 1,
	);
	expect(list.data[0].response).toBe("x".repeat(16 * 1024));
});

test("attempts are found by the message's eventId and one by one, and only with their message", async () => {
	const { api, app, sent, attempts } = await newAttempts();
	expect((await api("GET", `${app}/attempt/msg/evt_1`)).body.data).toEqual(attempts);
	for (const attempt of attempts) {
		for (const name of [sent.id, "evt_1"]) {
			const one = await api("GET", `${app}/msg/${name}/attempt/${attempt.id}`);
			expect(one.body).toEqual(attempt);
		}
	}
	const { body: other } = await api("POST", `${app}/msg`, { eventType: "b", payload: {} });
	const wrong = [`${other.id}/attempt/${attempts[0]?.id}`, `none/attempt/${attempts[0]?.id}`];
	for (const id of ["atmpt_000000000000000000000000000", "none"])
		wrong.push(`${sent.id}/attempt/${id}`);
	for (const path of wrong) {
		expectError(await api("GET", `${app}/msg/${path}`), 404, "not_found", "Entity not found");
	}
	expectError(await api("GET", `${app}/attempt/msg/none`), 404, "not_found");
});

test("a message that no endpoint wants has no attempts", async () => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const { body } = await api("POST", `${app}/msg`, { eventType: "a", payload: {} });
	const list = await api("GET", `${app}/attempt/msg/${body.id}`);
	expect(list.body).toEqual({ data: [], iterator: null, prevIterator: null, done: true });
});

test.each([
	["status", ["9", "success", ""]],
	["status_code_class", ["1", "600", "2xx"]],
	["with_content", ["1"]],
	["before", ["now"]],
])("the filter %s is refused when it is one of %j", async (field, values) => {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	for (const list of ["msg", "endpoint"]) {
		for (const value of values) {
			const reply = await api("GET", `${app}/attempt/${list}/any?${field}=${value}`);
			expectIssues(reply, ["query", field]);
		}
	}
});
