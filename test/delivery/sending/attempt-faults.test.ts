// Every fault of the table against a real attempt: it ends in its name, in its time, and reads no more than its share.
import { connect } from "cloudflare:sockets";
import { expect, inject, test } from "vitest";
import { describeFailure, type Outcome } from "../../../src/core/outcome.ts";
import {
	CUT_HEADER,
	RESPONSE_BYTES_MAX,
	RESPONSE_HEADER_CHARACTERS_MAX,
	RESPONSE_HEADERS_MAX,
} from "../../../src/delivery/sending/answer.ts";
import { DIAGNOSIS_MS_MAX, diagnose } from "../../../src/delivery/sending/diagnosis.ts";
import { until } from "../../support/api.ts";
import { attempt } from "../../support/attempt.ts";
import { FAULTS, type Fault, type FaultCount, type FaultName } from "../../support/fault-table.ts";

const { urls, countsUrl } = inject("faults");
const TIMEOUT_MS = 700;
/** What sockets' buffers take on both sides before the sender notices that nobody reads. */
const BUFFERS_BYTES = 12_000_000;

const faults: [FaultName, Fault][] = Object.entries(FAULTS) as [FaultName, Fault][]; // safe: its own entries

async function countOf(name: FaultName): Promise<FaultCount> {
	return (await fetch(countsUrl).then((res) => res.json<Record<FaultName, FaultCount>>()))[name];
}

const cutOf = (outcome: Outcome) =>
	outcome.responseHeaders.find(([name]) => name === CUT_HEADER)?.[1];

test.each(faults.map(([name, fault]) => [name, fault.does, fault.failure, fault] as const))(
	"%s: a receiver that %s is the failure %s",
	async (name, _does, failure, fault) => {
		const outcome = await attempt(urls[name], {}, { timeoutMs: TIMEOUT_MS });
		expect(outcome).toMatchObject({ failure, status: fault.status });
		expect(cutOf(outcome)).toBe(fault.cut);

		const isSlow =
			failure === "timeout" || failure === "body_timeout" || name === "error_hang_body";
		if (isSlow) expect(outcome.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 10);
		expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + 1_000);

		const characters = outcome.responseHeaders.flat().join("").length;
		expect(characters).toBeLessThan(RESPONSE_HEADER_CHARACTERS_MAX + 100);
		expect(outcome.responseHeaders.length).toBeLessThanOrEqual(RESPONSE_HEADERS_MAX + 1);
		expect(outcome.response.length).toBeLessThanOrEqual(RESPONSE_BYTES_MAX);
		if (fault.status === 0) expect(outcome.response).toBe(describeFailure(outcome));
	},
);

test.each(["endless_body", "endless_headers", "endless_header", "large_body"] as const)(
	"%s: the connection is given up, and the receiver gets rid of no more",
	async (name) => {
		await attempt(urls[name], {}, { timeoutMs: TIMEOUT_MS });
		const twice = async () => {
			const first = await countOf(name);
			await new Promise((resolve) => setTimeout(resolve, 200));
			return [first, await countOf(name)] as const;
		};
		const [, last] = await until(twice, ([one, other]) => one.bytesWritten === other.bytesWritten);
		expect(last.bytesWritten).toBeGreaterThan(0);
		expect(last.bytesWritten / last.requests).toBeLessThan(BUFFERS_BYTES);
	},
);

test.each([
	["drip_body", /^x{1,20}$/],
	["hang_body", /^the server answered 200, but its answer did not end within \d+ ms$/],
	["cut_chunks", /^half$/],
	["short_body", /^the server answered 200, but its answer broke off after \d+ ms$/],
	["no_utf8", /^\/\/4=$/],
	["gzip_bomb", /^x{16384}$/],
	["endless_body", /^x{16384}$/],
] as const)("%s: what came of the body is kept, or the reason", async (name, response) => {
	const outcome = await attempt(urls[name], {}, { timeoutMs: TIMEOUT_MS });
	expect(outcome.response).toMatch(response);
});

test.each(["huge_header", "many_headers"] as const)(
	"%s: what the endpoint asks for is kept, however much else there is",
	async (name) => {
		const { responseHeaders } = await attempt(urls[name]);
		expect(responseHeaders).toContainEqual(["retry-after", "5"]);
	},
);

test("a header that is not ASCII is kept as far as it can be read", async () => {
	const { responseHeaders } = await attempt(urls.latin_header);
	expect(responseHeaders).toContainEqual(["x-name", expect.stringMatching(/^caf./u)]);
});

test("an attempt sends one request, and the diagnosis none", async () => {
	const before = await countOf("reset_after_request");
	await attempt(urls.reset_after_request);
	const after = await until(
		() => countOf("reset_after_request"),
		(count) => count.connections === before.connections + 2,
	);
	expect(after.requests).toBe(before.requests + 1);
});

test("a target that is blocked is neither asked nor diagnosed", async () => {
	const asked: unknown[] = [];
	const spy = (...call: unknown[]) => {
		asked.push(call);
		throw new Error("Network connection lost.");
	};
	const target = { allowPrivate: false, enforceHttps: false };
	await attempt(urls.refused, {}, { target }, { fetch: spy, connect: spy });
	expect(asked).toEqual([]);
	await attempt(urls.refused, {}, {}, { fetch: spy, connect: spy });
	expect(asked).toMatchObject([[urls.refused, {}], [new URL(urls.refused).host]]);
});

const LOST = new Error("Network connection lost.");
const never = new Promise<never>(() => undefined);

test("without a way to open a socket, a lost connection has the honest coarse name", async () => {
	expect(await diagnose(LOST, urls.refused, null)).toBe("connection");
	expect(await diagnose(LOST, urls.refused, connect)).toBe("refused");
	expect(await diagnose(LOST, urls.hang, connect)).toBe("reset");
	expect(await diagnose(LOST, "http://[::1]:1/", connect)).toBe("refused");
});

test("words that tell are believed without a socket", async () => {
	const opened: string[] = [];
	const spy = (address: string) => {
		opened.push(address);
		return connect(address);
	};
	expect(await diagnose(new Error("Connection refused"), urls.hang, spy)).toBe("refused");
	expect(opened).toEqual([]);
	await diagnose(LOST, "https://127.0.0.1/", spy);
	await diagnose(LOST, "http://127.0.0.1:81/a?b", spy);
	expect(opened).toEqual(["127.0.0.1:443", "127.0.0.1:81"]);
});

test("a diagnosis that leads nowhere ends", async () => {
	const startedAt = Date.now();
	const silent = () => ({ opened: never, closed: never, close: async () => undefined });
	expect(await diagnose(LOST, urls.hang, silent)).toBe("connection");
	expect(Date.now() - startedAt).toBeLessThan(DIAGNOSIS_MS_MAX + 500);
	const broken = () => {
		throw new TypeError("no address");
	};
	expect(await diagnose(LOST, urls.hang, broken)).toBe("connection");
});
