// What every answer of a receiver becomes, and what is never asked.
import { expect, test } from "vitest";
import { RESPONSE_BYTES_MAX } from "../../src/delivery/attempt.ts";
import { newTarget } from "../support/api.ts";
import { attempt, OPEN } from "../support/attempt.ts";

test.each([
	[200, null],
	[202, null],
	[302, "redirect"],
	[400, "status"],
	[404, "status"],
	[410, "status"],
	[429, "status"],
	[500, "status"],
	[503, "status"],
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

test("an answer without a body is a success without text", async () => {
	const outcome = await attempt(newTarget("?status=204").url);
	expect(outcome).toMatchObject({ failure: null, status: 204, response: "" });
});

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

test("an answer that does not come in time is a timeout without a status", async () => {
	const outcome = await attempt(newTarget("?delay=1200").url, {}, { timeoutMs: 200 });
	expect(outcome).toMatchObject({
		failure: "timeout",
		status: 0,
		response: "no answer within 0.2 s",
		responseHeaders: [],
	});
	expect(outcome.durationMs).toBeLessThan(1_000);
});

test("an answer whose body does not end in time is a timeout that keeps the status", async () => {
	const outcome = await attempt(newTarget("?hang=1").url, {}, { timeoutMs: 1_500 });
	expect(outcome).toMatchObject({ failure: "timeout", status: 200 });
	expect(outcome.response).toBe("the answer's body did not end within 1.5 s");
});

test.each([
	["a long body", "?bytes=100000"],
	["a long body of announced length", "?bytes=100000&length=1"],
	["a long body that never ends", "?bytes=100000&hang=1"],
])("of %s 16 KiB are kept", async (_name, query) => {
	const outcome = await attempt(newTarget(query).url);
	expect(outcome).toMatchObject({ failure: null, status: 200 });
	expect(outcome.response).toBe("x".repeat(RESPONSE_BYTES_MAX));
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

test("a refused connection and a closed one are failures with a reason, not errors", async () => {
	expect(await attempt("http://127.0.0.1:1/")).toMatchObject({
		failure: expect.stringMatching(/^(refused|reset|connection)$/),
		status: 0,
		response: expect.stringMatching(/^the connection /),
	});
	expect(await attempt(newTarget("?reset=1").url)).toMatchObject({ failure: "reset", status: 0 });
});

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
