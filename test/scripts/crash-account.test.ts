// What a crash's account calls lost, extra or unexplained, and which repeats it explains by which cause.
import { expect, test } from "vitest";
import { accountOf, type Facts, type Recorded } from "../support/crash-account.ts";
import type { Arrival } from "../support/crash-receiver.ts";

const KILLED_AT = 100_000;
const TIMEOUT_MS = 1_000;
const NONE = { underWay: 0, unrecorded: 0, leaseOver: 0 };

const arrival = (at: number, fields: Partial<Arrival> = {}): Arrival => ({
	...{ endpoint: "e", messageId: "m", life: 0, at, answeredAt: at + 10, status: 200 },
	...{ payload: {}, body: "{}", headers: {} },
	...fields,
});

const attempt = (at: number, fields: Partial<Recorded> = {}): Recorded => ({
	...{ id: `atmpt_${at}`, endpoint: "e", messageId: "m", at, durationMs: 15 },
	...{ recordedAt: at + 50, outcome: "success" },
	...fields,
});

const account = (
	arrivals: Arrival[],
	recorded: Recorded[],
	facts: Partial<Facts> = {},
	successes = 1,
) => {
	const found = accountOf({
		...{ endpoints: ["e"], messageIds: ["m"], arrivals, recorded, shown: [] },
		...{ killedAt: new Map([[0, KILLED_AT]]), timeoutMs: TIMEOUT_MS, attemptsMax: 3 },
		expected: () => ({ successes, failures: 0 }),
		...facts,
	});
	const { lost, phantoms, extra, unexplained, exhausted, repeated } = found;
	const wrong = { lost, phantoms, extra, unexplained, exhausted };
	const names = Object.entries(wrong).filter(([, list]) => list.length > 0);
	return { wrong: names.map(([name]) => name), repeated };
};

/** The delivery that everything ends with, after the crash. */
const again = arrival(110_000, { life: 1 });
const recordedAgain = attempt(110_000);

test("one arrival and its record are in order", () => {
	expect(account([again], [recordedAgain])).toEqual({ wrong: [], repeated: NONE });
});

test("what was under way or answered just before the crash is named so", () => {
	const cut = arrival(KILLED_AT - 20, { answeredAt: null });
	expect(account([cut, again], [recordedAgain])).toEqual({
		wrong: [],
		repeated: { ...NONE, underWay: 1 },
	});
	const answered = arrival(KILLED_AT - 200);
	expect(account([answered, again], [recordedAgain])).toEqual({
		wrong: [],
		repeated: { ...NONE, unrecorded: 1 },
	});
	// Read after the kill, and of the life that it ended: the clock says nothing against it.
	const late = arrival(KILLED_AT + 400);
	expect(account([late, again], [recordedAgain])).toEqual({
		wrong: [],
		repeated: { ...NONE, underWay: 1 },
	});
});

test("an answer long before the crash should have been recorded, unless others were as slow", () => {
	const old = arrival(KILLED_AT - 3_000);
	expect(account([old, again], [recordedAgain]).wrong).toEqual(["unexplained"]);
	const facts = { endpoints: ["e", "f"], expected: () => ({ successes: 1, failures: 0 }) };
	const slow = arrival(KILLED_AT - 5_000, { endpoint: "f" });
	const itsRecord = attempt(KILLED_AT - 5_000, { endpoint: "f", recordedAt: KILLED_AT - 3_500 });
	expect(account([old, again, slow], [recordedAgain, itsRecord], facts)).toEqual({
		wrong: [],
		repeated: { ...NONE, unrecorded: 1 },
	});
});

test("a server that was not killed has no excuse", () => {
	expect(account([arrival(105_000, { life: 1 }), again], [recordedAgain]).wrong).toEqual([
		"unexplained",
	]);
	expect(account([again, arrival(120_000, { life: 1 })], [recordedAgain]).wrong).toEqual([
		"unexplained",
	]);
});

test("sent twice by one server: only when the lease was over", () => {
	const twice = [arrival(KILLED_AT - 900), arrival(KILLED_AT - 500)];
	expect(account([...twice, again], [recordedAgain]).wrong).toEqual(["unexplained"]);
	const [first, second] = [arrival(80_000), arrival(91_000)];
	expect(account([first, second], [attempt(91_000)])).toEqual({
		wrong: [],
		repeated: { ...NONE, leaseOver: 1 },
	});
	const late = attempt(80_000, { recordedAt: 92_000 });
	expect(account([first, second], [late, attempt(91_000)])).toEqual({
		wrong: [],
		repeated: { ...NONE, leaseOver: 1 },
	});
	const known = attempt(80_000);
	expect(account([first, second], [known, attempt(91_000)]).wrong).toEqual(["extra"]);
});

test("what is not recorded is lost; what this machine never answered is exhausted", () => {
	expect(account([], []).wrong).toEqual(["lost"]);
	expect(account([again], []).wrong).toEqual(["lost", "unexplained"]);
	expect(account([again], [recordedAgain], { shown: ["atmpt_1"] }).wrong).toEqual(["lost"]);
	const tries = [1, 2, 3].map((n) =>
		attempt(n * 10_000, { outcome: "unanswered", durationMs: TIMEOUT_MS }),
	);
	expect(account([], tries).wrong).toEqual(["exhausted"]);
	expect(account([], tries.slice(1)).wrong).toEqual(["lost"]);
	const expected = () => ({ successes: 1, failures: 0, attemptsMax: 1 });
	expect(account([], tries.slice(2), { expected }).wrong).toEqual(["exhausted"]);
	expect(account([], [], { expected }).wrong).toEqual(["lost"]);
});

test("what nobody accepted, and what is recorded and never arrived, are phantoms", () => {
	expect(account([again, arrival(1, { messageId: "x" })], [recordedAgain]).wrong).toEqual([
		"phantoms",
	]);
	expect(account([], [recordedAgain]).wrong).toEqual(["phantoms"]);
});
