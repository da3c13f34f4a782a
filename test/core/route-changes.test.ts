// Routes that were read are good when they show every change that is known; versions of rows tell.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Route } from "../../src/core/delivery.ts";
import { type EndpointId, newId } from "../../src/core/ids.ts";
import {
	type ApplicationRoutes,
	CHANGES_MAX,
	hasSeen,
	type RouteChange,
	withChange,
	withoutDoubt,
} from "../../src/core/route-changes.ts";

const at = (index: number): EndpointId => newId("ep", 0, new Uint8Array(16).fill(index));
const ids = Array.from({ length: CHANGES_MAX + 5 }, (_, i) => at(i));

/** Endpoints by the time of their last change. */
function toRoutes(updatedAt: number, endpoints: [EndpointId, number][]): ApplicationRoutes {
	const routes = endpoints.map(([endpointId, changedAt]) => ({
		endpointId,
		version: changedAt + updatedAt,
	}));
	return { uid: null, updatedAt, routes: routes as Route[] }; // safe because nothing else of them is read
}

const found = toRoutes(100, [
	[at(0), 7],
	[at(1), 9],
]);

test.each<[string, RouteChange, boolean]>([
	["of an endpoint, as it is", { endpointId: at(1), updatedAt: 9 }, true],
	["of an endpoint, before it was as it is", { endpointId: at(1), updatedAt: 8 }, true],
	["of an endpoint, later", { endpointId: at(1), updatedAt: 10 }, false],
	["that made an endpoint", { endpointId: at(2), updatedAt: 1 }, false],
	["that deleted an endpoint", { endpointId: at(2), updatedAt: null }, true],
	["that deletes an endpoint", { endpointId: at(1), updatedAt: null }, false],
	["of the application, as it is", { endpointId: null, updatedAt: 100 }, true],
	["of the application, later", { endpointId: null, updatedAt: 101 }, false],
	["that deletes the application", { endpointId: null, updatedAt: null }, false],
])("a change %s", (_name, change, isSeen) => {
	expect(hasSeen(found, [change])).toBe(isSeen);
	expect(hasSeen(found, [{ endpointId: at(0), updatedAt: 7 }, change])).toBe(isSeen);
	expect(hasSeen(found, [change, { endpointId: at(0), updatedAt: 7 }])).toBe(isSeen);
});

test("without a change all routes are good", () => {
	expect(hasSeen(found, [])).toBe(true);
});

test("of changes of one row the last counts, in whatever order they are told", () => {
	const told = (times: (number | null)[]) =>
		times.reduce<RouteChange[]>(
			(changes, updatedAt) => withChange(changes, { endpointId: at(0), updatedAt }),
			[],
		);
	expect(told([3, 5])).toEqual([{ endpointId: at(0), updatedAt: 5 }]);
	expect(told([5, 3])).toEqual([{ endpointId: at(0), updatedAt: 5 }]);
	expect(told([5, null, 6])).toEqual([{ endpointId: at(0), updatedAt: null }]);
});

test("the last changes are kept, and no more than there is room for", () => {
	const changes = ids.reduce<RouteChange[]>(
		(known, endpointId) => withChange(known, { endpointId, updatedAt: 1 }),
		[],
	);
	expect(changes.map(({ endpointId }) => endpointId)).toEqual(ids.slice(-CHANGES_MAX));
});

test("what nobody knows is over when the application was read, and the rest stays", () => {
	const known: RouteChange = { endpointId: at(0), updatedAt: 3 };
	const unknown: RouteChange = { endpointId: null, updatedAt: null };
	expect(withoutDoubt([known, unknown])).toEqual([known]);
	const ofApplication: RouteChange = { endpointId: null, updatedAt: 4 };
	expect(withoutDoubt([ofApplication, known])).toEqual([ofApplication, known]);
});

/** Writes of an application's rows, one after the other: of its own, or of an endpoint, which may end with it. */
const steps = fc.array(
	fc.record({ row: fc.integer({ min: -1, max: 4 }), isEnd: fc.boolean(), ms: fc.nat(2) }),
	{ minLength: 1, maxLength: 15 },
);

const toKnown = (told: readonly RouteChange[]) => told.reduce(withChange, []);

test("no row of routes that are taken is older than the change of it that was told", () => {
	fc.assert(
		fc.property(steps, fc.array(fc.nat(14), { maxLength: 15 }), fc.nat(15), (plan, order, read) => {
			const { states, changes } = play(plan);
			const told = order.flatMap((index) => changes[index] ?? []);
			const snapshot = states[read % states.length] ?? found;
			fc.pre(hasSeen(snapshot, toKnown(told.map(({ change }) => change))));
			for (const { step, change } of told) {
				const since = states.slice(step).map((state) => rowOf(state, change.endpointId));
				expect(since).toContain(rowOf(snapshot, change.endpointId));
			}
		}),
	);
});

test("routes that were read last are taken, whatever was told in whatever order", () => {
	fc.assert(
		fc.property(steps, fc.array(fc.nat(14), { maxLength: 15 }), (plan, order) => {
			const { states, changes } = play(plan);
			const last = order.map((index) => changes[index % changes.length]?.change ?? null);
			const told = [...last, ...changes.map(({ change }) => change)].filter(
				(change) => change !== null,
			);
			expect(hasSeen(states.at(-1) ?? found, toKnown(told))).toBe(true);
		}),
	);
});

/** A row's version; null when it is not there. */
function rowOf({ updatedAt, routes }: ApplicationRoutes, endpointId: EndpointId | null) {
	if (endpointId === null) return updatedAt;
	const route = routes.find((each) => each.endpointId === endpointId);
	return route === undefined ? null : route.version - updatedAt;
}

/** The routes after each number of writes, and what each write tells. */
function play(plan: { row: number; isEnd: boolean; ms: number }[]) {
	const rows = new Map<number, number>();
	const gone = new Set<number>();
	let ofApplication = 1;
	const read = () =>
		toRoutes(
			ofApplication,
			[...rows].map(([row, updatedAt]) => [at(row), updatedAt]),
		);
	const states = [read()];
	const changes: { step: number; change: RouteChange }[] = [];
	let now = 1;
	for (const { row, isEnd, ms } of plan) {
		now += ms;
		if (gone.has(row)) continue;
		if (row < 0) {
			ofApplication = Math.max(now, ofApplication + 1);
		} else if (isEnd) {
			rows.delete(row);
			gone.add(row);
		} else {
			rows.set(row, Math.max(now, (rows.get(row) ?? 0) + 1));
		}
		states.push(read());
		const updatedAt = row < 0 ? ofApplication : (rows.get(row) ?? null);
		const endpointId = row < 0 ? null : at(row);
		changes.push({ step: states.length - 1, change: { endpointId, updatedAt } });
	}
	return { states, changes };
}
