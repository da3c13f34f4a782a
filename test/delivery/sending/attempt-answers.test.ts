// What every answer of a receiver becomes, and what is never asked.
import { expect, test } from "vitest";
import { readAdvice } from "../../../src/core/advice.ts";
import { CUT_HEADER, RESPONSE_BYTES_MAX } from "../../../src/delivery/sending/answer.ts";
import { newTarget } from "../../support/api.ts";
import { attempt, OPEN } from "../../support/attempt.ts";

test.each([
	[200, null],
	[201, null],
	[202, null],
	[299, null],
	[300, "redirect"],
	[302, "redirect"],
	[307, "redirect"],
	[308, "redirect"],
	[400, "client_error"],
	[401, "client_error"],
	[403, "client_error"],
	[404, "client_error"],
	[408, "client_error"],
	[409, "client_error"],
	[410, "client_error"],
	[425, "client_error"],
	[429, "client_error"],
	[500, "server_error"],
	[502, "server_error"],
	[503, "server_error"],
	[504, "server_error"],
])(
	"an answer of %d is kept with its body and headers; its failure is %s",
	async (status, failure) => {
		const outcome = await attempt(newTarget(`?status=${status}`).url);
		expect(outcome).toMatchObject({ failure, status, response: "answer 1" });
		expect(outcome.responseHeaders).toContainEqual(["x-receiver", "yes"]);
		expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
		expect(Math.abs(Date.now() - outcome.startedAt)).toBeLessThan(2_000);
	},
);

test.each([
	[204, null],
	[304, "redirect"],
] as const)("an answer of %d has no text; its failure is %s", async (status, failure) => {
	const outcome = await attempt(newTarget(`?status=${status}`).url);
	expect(outcome).toMatchObject({ failure, status, response: "" });
});

test("an attempt begins before the request arrives, and lasts at least as long as the server takes", async () => {
	const target = newTarget("?delay_ms=150");
	const before = Date.now();
	const outcome = await attempt(target.url);
	const after = Date.now();
	const [{ arrivedAt }] = await target.seen();
	expect(outcome.startedAt).toBeGreaterThanOrEqual(before);
	// A clock of whole milliseconds against an exact one.
	expect(outcome.startedAt).toBeLessThanOrEqual(arrivedAt + 1);
	expect(outcome.startedAt + outcome.durationMs).toBeGreaterThanOrEqual(arrivedAt + 149);
	expect(outcome.startedAt + outcome.durationMs).toBeLessThanOrEqual(after);
});

test.each([
	[300, null],
	[1_200, "timeout"],
] as const)(
	"an answer after %d ms with a timeout of 700 ms is the failure %s",
	async (ms, failure) => {
		const outcome = await attempt(newTarget(`?delay_ms=${ms}`).url, {}, { timeoutMs: 700 });
		expect(outcome.failure).toBe(failure);
	},
);

test.each([[301], [302], [303], [307], [308]])(
	"a redirect by %d is not followed",
	async (status) => {
		const other = newTarget();
		const location = encodeURIComponent(other.url);
		const outcome = await attempt(newTarget(`?status=${status}&location=${location}`).url);
		expect(outcome).toMatchObject({ failure: "redirect", status });
		expect(outcome.responseHeaders).toContainEqual(["location", other.url]);
		expect(await other.seen()).toEqual([]);
	},
);

test.each([
	["?status=429&retry_after=7", { retryAfterMs: 7_000, disable: false, abort: false }],
	["?status=500&retry_after=7", { retryAfterMs: null, disable: false, abort: false }],
	["?status=410", { retryAfterMs: null, disable: true, abort: false }],
	["?header=webhook-delivery:disable", { retryAfterMs: null, disable: true, abort: false }],
	["?status=500&header=Webhook-Delivery:%20Abort-Message", { disable: false, abort: true }],
])("an answer to %s has the advice %j", async (query, advice) => {
	const { status, responseHeaders } = await attempt(newTarget(query).url);
	expect(readAdvice(status, responseHeaders, Date.now())).toMatchObject(advice);
});

test("a receiver that fails first recovers", async () => {
	const { url } = newTarget("?fail_first=2&status=503&retry_after=1");
	const statuses = [await attempt(url), await attempt(url), await attempt(url)];
	expect(statuses.map(({ status }) => status)).toEqual([503, 503, 200]);
});

test.each([
	["a long body", "?bytes=100000"],
	["a long body of announced length", "?bytes=100000&length=1"],
	["a long body that never ends", "?bytes=100000&hang=1"],
])("of %s 16 KiB are kept", async (_name, query) => {
	const outcome = await attempt(newTarget(query).url);
	expect(outcome).toMatchObject({ failure: null, status: 200 });
	expect(outcome.response).toBe("x".repeat(RESPONSE_BYTES_MAX));
	expect(outcome.responseHeaders).toContainEqual([CUT_HEADER, "body"]);
});

test.each([
	["", RESPONSE_BYTES_MAX],
	["&length=1", RESPONSE_BYTES_MAX],
	["", RESPONSE_BYTES_MAX - 1],
	["&length=1", RESPONSE_BYTES_MAX - 1],
])("a body%s of %d bytes is kept whole", async (query, bytes) => {
	const outcome = await attempt(newTarget(`?bytes=${bytes}${query}`).url);
	expect(outcome.response).toHaveLength(bytes);
});

test.each([
	["UTF-8", "4pyTIGRvbmU=", "✓ done"],
	["a byte order mark", "77u/YQ==", "\uFEFFa"],
	["no UTF-8", "/wD/AP8=", "/wD/AP8="],
	["a character that is cut off", "YeKc", "YeKc"],
])("a body of %s comes out as text, or as base64", async (_name, base64, response) => {
	const query = `?base64=${encodeURIComponent(base64)}`;
	expect((await attempt(newTarget(query).url)).response).toBe(response);
	expect((await attempt(newTarget(`${query}&length=1`).url)).response).toBe(response);
});

test.each([["€"], ["xx😀€"], ["x😀"]])(
	"a character of %s that the cut falls into is left out",
	async (fill) => {
		const query = `?bytes=10000&fill=${encodeURIComponent(fill)}`;
		const { response } = await attempt(newTarget(query).url);
		const bytes = new TextEncoder().encode(response).length;
		expect(fill.repeat(10_000).startsWith(response)).toBe(true);
		expect(bytes).toBeGreaterThan(RESPONSE_BYTES_MAX - 4);
		expect(bytes).toBeLessThan(RESPONSE_BYTES_MAX);
	},
);

test.each([
	["http://127.0.0.1/", false],
	["http://[::1]/", false],
	["http://169.254.169.254/latest/meta-data", false],
	["http://localhost/", false],
	["ftp://example.com/", true],
])("%s is blocked before anything is sent", async (url, allowPrivate) => {
	const outcome = await attempt(url, {}, { target: { allowPrivate, enforceHttps: false } });
	expect(outcome).toMatchObject({ failure: "blocked", status: 0, responseHeaders: [] });
	expect(outcome.response).toMatch(/^The URL must /);
});

test("a private target is blocked although the receiver is there", async () => {
	const target = newTarget();
	const outcome = await attempt(target.url, {}, { target: { ...OPEN, allowPrivate: false } });
	expect(outcome.failure).toBe("blocked");
	expect(await target.seen()).toEqual([]);
});
