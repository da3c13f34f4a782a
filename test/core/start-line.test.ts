// The line in which attempts wait for their start: even, in order, and nobody is held up, however late timers are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { countInWorstWindow } from "../../bench/support/metrics.ts";
import { type Place, StartLine } from "../../src/core/start-line.ts";

const T0 = Date.UTC(2026, 0, 2);
/** How far apart starts may be planned that change places, when the one that is overtaken comes so late. */
const apartMax = (lateMs: number) => 26 + lateMs / 2;

const rate = fc.oneof(fc.constantFrom(1, 2, 10, 100, 1000), fc.integer({ min: 1, max: 1000 }));
const stall = fc.record({
	at: fc.integer({ min: T0, max: T0 + 1500 }),
	ms: fc.integer({ min: 0, max: 400 }),
});

type Stall = { at: number; ms: number };
type Start = { startAt: number; at: number };

const planned = (perSecond: number, count: number): Place[] =>
	Array.from({ length: count }, (_, i) => ({
		startAt: T0 + (i * 1000) / perSecond,
		spacingMs: 1000 / perSecond,
	}));

/** When they start, while the machine stands still from each `at` for a while. `lateMs` of each timer, in turn. */
function run(
	places: readonly Place[],
	stalls: readonly Stall[],
	lateMs: readonly number[],
): Start[] {
	const line = new StartLine();
	let timers = 0;
	const wakeAt = (due: number) => {
		let at = Math.ceil(due) + (lateMs[timers++ % lateMs.length] ?? 0);
		for (const one of stalls) if (at >= one.at && at < one.at + one.ms) at = one.at + one.ms;
		return at;
	};
	for (const place of places) line.enter(place);
	const waiting = places.map((place) => ({ place, at: wakeAt(place.startAt) }));
	const starts: Start[] = [];
	while (waiting.length > 0) {
		waiting.sort((a, b) => a.at - b.at);
		const one = waiting.shift();
		if (one === undefined) break;
		const askAt = line.ask(one.place, one.at);
		if (askAt === null) starts.push({ startAt: one.place.startAt, at: one.at });
		else waiting.push({ place: one.place, at: wakeAt(Math.max(askAt, one.at + 1)) });
	}
	return starts;
}

test("a machine that stands still lets nobody start together", () => {
	fc.assert(
		fc.property(rate, fc.array(stall, { maxLength: 5 }), (perSecond, stalls) => {
			const count = Math.min(400, 2 * perSecond);
			const inOrder = stalls.toSorted((a, b) => a.at - b.at);
			const starts = run(planned(perSecond, count), inOrder, [0]).map(({ at }) => at);
			expect(starts).toHaveLength(count);
			// Senders are given a little less than the limit: 0.99 of it.
			expect(countInWorstWindow(starts)).toBeLessThanOrEqual((1.05 / 0.99) * perSecond + 1);
		}),
		{ numRuns: 60 },
	);
});

test.each([10, 100, 500, 1000])(
	"at %d a second a long stall is not made up for at once",
	(perSecond) => {
		const starts = run(planned(perSecond, 2 * perSecond), [{ at: T0 + 500, ms: 400 }], [0]);
		const times = starts.map(({ at }) => at);
		expect(times).toHaveLength(2 * perSecond);
		expect(countInWorstWindow(times)).toBeLessThanOrEqual((1.05 / 0.99) * perSecond + 1);
		// Clocks stand still while nothing is waited for: as many may start together as the limit catches up, and no more.
		const together = Math.max(...times.map((at) => times.filter((one) => one === at).length));
		expect(together).toBeLessThanOrEqual(0.04 * perSecond + 2);
	},
);

test("late timers reorder only what is planned for the same moment, and all start", () => {
	const late = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 50 });
	fc.assert(
		fc.property(rate, late, fc.array(stall, { maxLength: 3 }), (perSecond, lateMs, stalls) => {
			const count = Math.min(300, 2 * perSecond);
			const inOrder = stalls.toSorted((a, b) => a.at - b.at);
			const starts = run(planned(perSecond, count), inOrder, lateMs);
			expect(starts).toHaveLength(count);
			let latest = Number.NEGATIVE_INFINITY;
			for (const { startAt, at } of starts) {
				expect(latest - startAt).toBeLessThanOrEqual(apartMax(at - startAt));
				latest = Math.max(latest, startAt);
			}
		}),
		{ numRuns: 60 },
	);
});

test("short stalls cost nothing", () => {
	const stalls = Array.from({ length: 20 }, (_, i) => ({ at: T0 + 100 + i * 250, ms: 30 }));
	const starts = run(planned(1000, 5000), stalls, [0]);
	const last = starts.at(-1);
	expect((last?.at ?? 0) - (last?.startAt ?? 0)).toBeLessThanOrEqual(40);
});

test("those who come in time start in time", () => {
	fc.assert(
		fc.property(rate, (perSecond) => {
			const starts = run(planned(perSecond, 200), [], [0]);
			expect(Math.max(...starts.map(({ at, startAt }) => at - startAt))).toBeLessThanOrEqual(2);
		}),
		{ numRuns: 30 },
	);
});

test("what is planned later waits for what is not there yet, but not for ever", () => {
	const line = new StartLine();
	const [first, second] = planned(10, 2);
	if (first === undefined || second === undefined) throw new Error("nothing is planned");
	line.enter(first);
	line.enter(second);
	let at: number | null = line.ask(second, T0 + 100);
	expect(at).toBeGreaterThan(T0 + 100);
	while (at !== null && at < T0 + 1000) at = line.ask(second, at);
	expect(at).toBeNull();
	expect(line.ask(first, T0 + 1000)).toBeNull();
});

test("one that never comes is forgotten", () => {
	const line = new StartLine();
	const lost = { startAt: T0, spacingMs: 100 };
	const places = [20_000, 20_100].map((ms) => ({ startAt: T0 + ms, spacingMs: 100 }));
	for (const place of [lost, ...places]) line.enter(place);
	const [first, second] = places;
	if (first === undefined || second === undefined) throw new Error("nothing is planned");
	// With the lost one as the first of all, everything would be so late that no order counts.
	expect(line.ask(second, T0 + 20_100)).not.toBeNull();
	expect(line.ask(first, T0 + 20_100)).toBeNull();
	expect(line.ask(second, T0 + 20_200)).toBeNull();
});

test("whoever leaves holds up nobody", () => {
	const line = new StartLine();
	const [first, second] = planned(10, 2);
	if (first === undefined || second === undefined) throw new Error("nothing is planned");
	line.enter(first);
	line.enter(second);
	line.leave(first);
	line.leave(first);
	expect(line.ask(second, T0 + 100)).toBeNull();
	line.leave(second);
});
