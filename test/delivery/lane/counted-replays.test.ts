// A count is remembered for some seconds: by what is counted, and never when it failed.
import { expect, test } from "vitest";
import { CountedReplays } from "../../../src/delivery/lane/counted-replays.ts";

const NOW = 1_800_000_000_000;
const none = { eventTypes: null, channel: null, tag: null, status: null, statusClass: null };
const question = (fields: object = {}) =>
	({ kind: "endpoint.replay", filter: { from: 0, to: NOW, ...none, ...fields } }) as const;

function newCounter() {
	const counted = new CountedReplays();
	let count = 0;
	const find = (now: number, fields: object = {}, version = 1) =>
		counted.find(question(fields), version, now, async () => ({ count: ++count, isExact: true }));
	const numberOf = async (...args: Parameters<typeof find>) => (await find(...args)).count;
	return { counted, find, numberOf };
}

test("the same is counted once in five seconds, also while it is counted", async () => {
	const { find, numberOf } = newCounter();
	const both = await Promise.all([find(NOW), find(NOW)]);
	expect(both.map(({ count }) => count)).toEqual([1, 1]);
	// Each request that counts until now names another moment.
	expect(await numberOf(NOW + 4_999, { to: NOW + 4_999 })).toBe(1);
	expect(await numberOf(NOW + 5_000, { to: NOW + 5_000 })).toBe(2);
});

test("another filter, end or version of the endpoint is counted anew", async () => {
	const { numberOf } = newCounter();
	expect(await numberOf(NOW)).toBe(1);
	expect(await numberOf(NOW, { tag: "a" })).toBe(2);
	expect(await numberOf(NOW, { to: NOW - 60_000 })).toBe(3);
	expect(await numberOf(NOW, { to: NOW - 60_001 })).toBe(4);
	expect(await numberOf(NOW, {}, 2)).toBe(5);
	expect(await numberOf(NOW)).toBe(1);
});

test("a failure is not remembered, and neither are more than some", async () => {
	const { counted, numberOf } = newCounter();
	const failing = counted.find(question(), 1, NOW, () => Promise.reject(new Error("away")));
	await expect(failing).rejects.toThrow("away");
	expect(await numberOf(NOW)).toBe(1);
	for (let from = 1; from <= 20; from++) await numberOf(NOW, { from });
	expect(await numberOf(NOW)).toBe(22);
});
