// What a lane gives away, with a clock of the test's own: exactly as fast, as many and in the order that it may.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Route } from "../../../src/core/delivery.ts";
import { newId, seqOf } from "../../../src/core/ids.ts";
import { deliverySql, toDeliveryRow } from "../../../src/delivery/lane/deliveries.sql.ts";
import { laneState } from "../../../src/delivery/lane/lane-state.sql.ts";
import { Pace } from "../../../src/delivery/lane/pace.ts";
import { Pump } from "../../../src/delivery/lane/pump.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { newTask } from "../../support/delivery.ts";
import { fullestSecond, newItems } from "../../support/engine.ts";

const LEASE_MS = 11_000;
const T0 = 1_800_000_000_000;

// safe because a pump reads nothing else of a route
const routeOf = (fields: Partial<Route>) =>
	({ ordered: false, throttleRate: null, maxInFlight: null, ...fields }) as Route;

type Bench = {
	now: number;
	pump: Pump;
	pace: Pace;
	deliveries: ReturnType<typeof deliverySql>;
	starts: { seq: number; at: number }[];
	/** New messages: granted at once, or queued. */
	offer(route: Route, count: number): void;
	/** Leases what may be leased, and tells when to look again. */
	look(route: Route): number | null;
	/** All that started at least `ms` ago is over, with success. */
	end(ms: number): void;
	/** Looks as the lane's timers do until `until`; attempts take `ms`. Answers how often it looked. */
	run(route: Route, until: number, ms: number): number;
	/** The same storage with a new memory. */
	evict(): void;
};

async function onBench(work: (bench: Bench) => void): Promise<void> {
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, (_object, { storage: { sql } }) => {
		const deliveries = deliverySql(sql);
		const open = new Map<number, number>();
		const make = (now: number) => {
			const pace = new Pace(laneState(sql), now);
			return { pace, pump: new Pump(deliveries, pace, LEASE_MS, now) };
		};
		const started = (seq: number, at: number) => {
			// Granted twice at once would be sent twice.
			expect(open.has(seq)).toBe(false);
			open.set(seq, at);
			bench.starts.push({ seq, at });
		};
		const bench: Bench = {
			now: T0,
			...make(T0),
			deliveries,
			starts: [],
			offer(route, count) {
				for (const item of newItems(count)) {
					const granted = this.pump.grant(item, route, this.now);
					if (granted !== null) {
						started(seqOf(item.messageId), granted.leave.startAt);
						continue;
					}
					const row = toDeliveryRow({ ...item, number: 1, trigger: "scheduled" }, this.now);
					deliveries.put(row);
					this.pump.queued();
				}
			},
			look(route) {
				const grants = this.pump.lease(route, this.now, null);
				for (const { task, startAt } of grants) started(seqOf(task.messageId), startAt);
				return this.pump.nextAt(route, this.now);
			},
			end(ms) {
				for (const [seq, at] of open) {
					if (at + ms > this.now) continue;
					open.delete(seq);
					this.pump.ended(seq);
					deliveries.delete(seq);
				}
			},
			run(route, until, ms) {
				let looks = 0;
				while (this.now < until) {
					this.end(ms);
					looks++;
					const next = this.look(route) ?? until;
					const report = Math.min(...[...open.values()].map((at) => at + ms), until);
					expect(next).toBeGreaterThan(this.now - 0.001);
					this.now = Math.max(
						this.now + 0.01,
						Math.min(next, report > this.now ? report : next, until),
					);
				}
				return looks;
			},
			evict() {
				Object.assign(this, make(this.now));
			},
		};
		bench.pace.isKnownSince(Number.NEGATIVE_INFINITY);
		work(bench);
	});
}

const expectInOrder = ({ starts }: Bench) => {
	const seqs = starts.map(({ seq }) => seq);
	expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
	expect(new Set(seqs).size).toBe(seqs.length);
};

test.each([
	[1, 5],
	[2, 5],
	[10, 5],
	[10, 300],
	[100, 300],
	[1000, 20],
])("a full queue at %d a second, answers after %d ms: invariant 7", async (throttleRate, ms) => {
	await onBench((bench) => {
		const route = routeOf({ throttleRate });
		bench.offer(route, Math.max(5, throttleRate * 5));
		bench.run(route, T0 + 4000, ms);
		expectInOrder(bench);
		const times = bench.starts.map(({ at }) => at);
		expect(fullestSecond(times)).toBeLessThanOrEqual(1.05 * throttleRate + 1);
		expect(times.length).toBeGreaterThanOrEqual(Math.floor(0.97 * throttleRate * 4));
	});
});

test.each([1, 2, 5, 8, 9, 20, 100])(
	"an ordered queue is drained at its limit of %d a second",
	async (throttleRate) => {
		await onBench((bench) => {
			const route = routeOf({ throttleRate, ordered: true });
			bench.offer(route, throttleRate * 5);
			bench.run(route, T0 + 4000, 5);
			expectInOrder(bench);
			const times = bench.starts.map(({ at }) => at);
			expect(fullestSecond(times)).toBeLessThanOrEqual(1.05 * throttleRate + 1);
			expect(times.length).toBeGreaterThanOrEqual(Math.floor(0.97 * throttleRate * 4));
		});
	},
);

test("restarts at any moment start no burst, lose nothing and lease nothing twice", async () => {
	await onBench((bench) => {
		const route = routeOf({ throttleRate: 10 });
		bench.offer(route, 60);
		for (const at of [400, 900, 950, 1700, 3000]) {
			bench.run(route, T0 + at, 20);
			bench.evict();
		}
		bench.run(route, T0 + 15_000, 20);
		expectInOrder(bench);
		expect(bench.starts).toHaveLength(60);
		expect(bench.deliveries.isEmpty()).toBe(true);
		expect(fullestSecond(bench.starts.map(({ at }) => at))).toBeLessThanOrEqual(11);
	});
});

test("what is offered while a queue waits is not sent before it", async () => {
	await onBench((bench) => {
		const route = routeOf({ throttleRate: 20 });
		for (let i = 0; i < 40; i++) {
			bench.offer(route, 5);
			bench.run(route, T0 + (i + 1) * 50, 20);
		}
		expectInOrder(bench);
		expect(fullestSecond(bench.starts.map(({ at }) => at))).toBeLessThanOrEqual(22);
	});
});

test.each([1, 7, 64])("never more than %d are under way", async (maxInFlight) => {
	await onBench((bench) => {
		const route = routeOf({ maxInFlight });
		bench.offer(route, 200);
		for (let i = 0; i < 300; i++) {
			bench.look(route);
			expect(bench.pump.inFlight(bench.now)).toBeLessThanOrEqual(maxInFlight);
			bench.now += 10;
			bench.end(30);
		}
		expect(bench.starts.length).toBeGreaterThan(maxInFlight);
	});
});

test.each<[string, Partial<Route>]>([
	["a throttled queue", { throttleRate: 10 }],
	["a fast one", { throttleRate: 1000 }],
	["one without room", { maxInFlight: 1 }],
	["an ordered one", { ordered: true }],
	["an ordered and throttled one", { ordered: true, throttleRate: 2 }],
])("%s is looked at a bounded number of times", async (_name, fields) => {
	await onBench((bench) => {
		const route = routeOf(fields);
		bench.offer(route, 2000);
		// Each answer makes a look of its own.
		const looks = bench.run(route, T0 + 1000, 2000);
		expect(looks).toBeLessThanOrEqual(45);
	});
});

test("bulk work leaves a quarter of the room, waits without a hot loop, and comes after the rest", async () => {
	await onBench((bench) => {
		const route = routeOf({ maxInFlight: 8, throttleRate: 100 });
		for (const item of newItems(50)) {
			const row = toDeliveryRow({ ...item, number: 2, trigger: "manual" }, T0);
			bench.deliveries.put({ ...row, bulk: 1, one_shot: 1 });
		}
		bench.pump.queued(true);
		const looks = bench.run(route, T0 + 1000, 5000);
		expect(bench.starts).toHaveLength(6);
		expect(looks).toBeLessThanOrEqual(45);
		bench.offer(route, 2);
		expect(bench.pump.inFlight(bench.now)).toBe(8);
	});
});

test("what no sender took is due again, once, and keeps no room", async () => {
	await onBench((bench) => {
		const route = routeOf({ ordered: true });
		bench.offer(route, 3);
		const [grant] = bench.pump.lease(route, T0, null);
		if (grant === undefined) throw new Error("nothing is leased");
		bench.pump.giveBack([grant], T0 + 5000);
		expect(bench.pump.inFlight(bench.now)).toBe(0);
		expect(bench.pump.lease(route, T0 + 4999, null)).toEqual([]);
		const [again] = bench.pump.lease(route, T0 + 5000, null);
		expect(again?.task).toEqual(grant.task);
	});
});

test("a report that comes after its lease ran out does not free the room of the lease after it", async () => {
	await onBench((bench) => {
		const route = routeOf({ maxInFlight: 1 });
		bench.pump.queued();
		bench.deliveries.put(toDeliveryRow({ ...newTask(), number: 1, trigger: "scheduled" }, T0));
		const lease = () => bench.pump.lease(route, bench.now, null);
		const [first] = lease();
		if (first === undefined) throw new Error("nothing was leased");
		bench.now += LEASE_MS + 1;
		const [second] = lease();
		const seq = seqOf(first.task.messageId);
		expect(second?.task).toEqual(first.task);
		bench.pump.ended(seq, first.startAt);
		expect(bench.pump.inFlight(bench.now)).toBe(1);
		bench.pump.ended(seq, second?.startAt);
		expect(bench.pump.inFlight(bench.now)).toBe(0);
	});
});
