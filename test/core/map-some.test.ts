import { expect, test } from "vitest";
import { mapSome } from "../../src/core/map-some.ts";

test("results come in order, and no more are under way than allowed", async () => {
	let underWay = 0;
	let most = 0;
	const items = Array.from({ length: 20 }, (_, i) => i);
	const doubled = await mapSome(items, 3, async (item) => {
		most = Math.max(most, ++underWay);
		await new Promise((resolve) => setTimeout(resolve, item % 3));
		underWay--;
		return item * 2;
	});
	expect(doubled).toEqual(items.map((item) => item * 2));
	expect(most).toBe(3);
});

test("one that never ends keeps only its own place", async () => {
	const done: number[] = [];
	void mapSome([0, 1, 2, 3], 2, (item) => {
		if (item === 0) return new Promise(() => undefined);
		done.push(item);
		return Promise.resolve();
	});
	await expect.poll(() => done).toEqual([1, 2, 3]);
});

test("nothing is mapped to nothing, and a failure is the caller's", async () => {
	expect(await mapSome([], 5, () => Promise.reject(new Error("never")))).toEqual([]);
	await expect(mapSome([1], 5, () => Promise.reject(new Error("late")))).rejects.toThrow("late");
});
