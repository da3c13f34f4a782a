// What `npm run crash` reads out of the tests' words, and what it holds against them.
import { expect, test } from "vitest";
import { missesOf, readKinds } from "../../scripts/crash/kinds.ts";

const round = (fields: object) =>
	JSON.stringify({ round: 1, kills: 1, stored: 100, lost: 0, phantoms: 0, extra: 0, ...fields });

const OUTPUT = [
	" RUN  v5",
	"stdout | test/journeys/crash-fanout.test.ts > A large fan-out",
	"fanout, SEED=7",
	round({ underWay: 3, unexplained: 0 }),
	round({ round: 2, underWay: 1, unexplained: 1, kills: 2, arrivedMs: 5 }),
	"",
	round({ lost: 9 }),
	"\u001b[22m\u001b[39mordered, SEED=8",
	round({ lost: 2, extra: 1 }),
	" ✓ journeys",
].join("\n");

test("rounds are added up by kind, and what is not of a kind is not counted", () => {
	const none = {
		...{ waiting: 0, lost: 0, phantoms: 0, unexplained: 0, extra: 0 },
		...{ exhausted: 0, underWay: 0, unrecorded: 0, leaseOver: 0 },
	};
	expect(readKinds(OUTPUT)).toEqual([
		{
			...none,
			kind: "fanout",
			seed: 7,
			rounds: 2,
			kills: 3,
			stored: 200,
			unexplained: 1,
			underWay: 4,
		},
		{ ...none, kind: "ordered", seed: 8, rounds: 1, kills: 1, stored: 100, lost: 2, extra: 1 },
	]);
	expect(readKinds("")).toEqual([]);
});

test("a kind misses its promise by each count, and by rounds that never were", () => {
	const [fanout, ordered] = readKinds(OUTPUT);
	if (fanout === undefined || ordered === undefined) throw new Error("a kind is missing");
	expect(missesOf(fanout, 2)).toEqual(["fanout: 1 unexplained (SEED=7)"]);
	expect(missesOf(ordered, 2)).toEqual([
		"ordered: 2 lost, 1 extra, ended after 1 of 2 rounds (SEED=8)",
	]);
	expect(missesOf({ ...fanout, unexplained: 0 }, 2)).toEqual([]);
});
