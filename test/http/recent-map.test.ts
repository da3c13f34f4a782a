// A map that forgets: after some time, and the oldest first when it is full.
import { expect, test } from "vitest";
import { RecentMap } from "../../src/http/recent-map.ts";

test("an entry is found until its time is over", () => {
	const map = new RecentMap<string>(1000);
	map.set("a", "1", 0);
	expect(map.get("a", 999)).toBe("1");
	expect(map.get("a", 1000)).toBeUndefined();
	expect(map.get("b", 0)).toBeUndefined();
});

test("setting again replaces the value and starts its time anew", () => {
	const map = new RecentMap<string>(1000);
	map.set("a", "1", 0);
	map.set("a", "2", 900);
	expect(map.get("a", 1800)).toBe("2");
});

test("a value of null or 0 is a value", () => {
	const map = new RecentMap<number | null>(1000);
	map.set("a", null, 0);
	map.set("b", 0, 0);
	expect([map.get("a", 1), map.get("b", 1)]).toEqual([null, 0]);
});

test("when it is full the entry set longest ago goes", () => {
	const map = new RecentMap<number>(1000);
	for (let i = 0; i < 10_000; i++) map.set(`${i}`, i, 0);
	map.set("0", 0, 1);
	map.set("new", 1, 1);
	expect(map.get("0", 2)).toBe(0);
	expect(map.get("1", 2)).toBeUndefined();
	expect(map.get("2", 2)).toBe(2);
	expect(map.get("new", 2)).toBe(1);
});
