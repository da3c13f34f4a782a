// What a MessageStore still owes: the oldest open message, and the verdict on each offer.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { EndpointId } from "../../src/core/ids.ts";
import { judgeOffer, type Offer, patienceFor, Unsettled } from "../../src/core/unsettled.ts";

const ENDPOINTS: EndpointId[] = ["ep_a", "ep_b", "ep_c"];
const [A, B] = ["ep_a", "ep_b"] as const;

type Step =
	| { verb: "add"; endpointIds: EndpointId[] }
	| { verb: "answer" | "settle"; seq: number; endpointId: EndpointId };

const endpointId = fc.constantFrom(...ENDPOINTS);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ verb: fc.constant("add" as const), endpointIds: fc.subarray(ENDPOINTS) }),
	fc.record({
		verb: fc.constantFrom("answer" as const, "settle" as const),
		seq: fc.integer({ min: 1, max: 12 }),
		endpointId,
	}),
);

test("it knows what is open after any sequence of adding, answering and settling", () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const unsettled = new Unsettled();
			const model = new Map<number, Map<EndpointId, Offer>>();
			let seq = 0;
			for (const next of steps) {
				if (next.verb === "add") {
					unsettled.add(++seq, next.endpointIds, seq * 10);
					const offers = next.endpointIds.map((id) => [id, { at: seq * 10, epoch: null }] as const);
					model.set(seq, new Map(offers));
				} else if (next.verb === "answer") {
					unsettled.answered(next.seq, next.endpointId, `epoch ${next.seq}`, seq * 10 + 5);
					const offers = model.get(next.seq);
					const offer = offers?.get(next.endpointId);
					if (offer !== undefined) {
						offer.epoch = `epoch ${next.seq}`;
						offer.at = seq * 10 + 5;
						// The others are still being asked.
						for (const other of offers?.values() ?? []) {
							if (other.epoch === null) other.at = seq * 10 + 5;
						}
					}
				} else {
					unsettled.settle(next.seq, next.endpointId);
					model.get(next.seq)?.delete(next.endpointId);
				}
				const open = [...model].filter(([, offers]) => offers.size > 0);
				expect(unsettled.size).toBe(open.length);
				expect(unsettled.lowest(999)).toBe(Math.min(999, ...open.map(([n]) => n)));
				const openAt = (id: EndpointId) =>
					open.flatMap(([n, offers]) => {
						const offer = offers.get(id);
						return offer === undefined ? [] : [{ seq: n, offer }];
					});
				expect(unsettled.endpoints().sort()).toEqual(
					ENDPOINTS.filter((id) => openAt(id).length > 0),
				);
				expect(unsettled.offers).toBe(ENDPOINTS.flatMap(openAt).length);
				for (const id of ENDPOINTS) {
					expect(unsettled.offersTo(id)).toEqual(openAt(id));
					for (const n of model.keys()) {
						expect(unsettled.isOpen(n, id)).toBe(openAt(id).some((one) => one.seq === n));
					}
					const unanswered = openAt(id).filter(({ offer }) => offer.epoch === null);
					expect(unsettled.unansweredBy(id)).toEqual(unanswered.map(({ seq }) => seq));
					for (const { seq: n } of openAt(id)) {
						expect(unsettled.isUnanswered(n, id)).toBe(unanswered.some(({ seq }) => seq === n));
					}
				}
			}
		}),
	);
});

test("a message without endpoints is not open", () => {
	const unsettled = new Unsettled();
	unsettled.add(1, [], 0);
	expect(unsettled.size).toBe(0);
	expect(unsettled.lowest(7)).toBe(7);
});

test("settling twice does not settle another endpoint of the message", () => {
	const unsettled = new Unsettled();
	unsettled.add(1, [A, B], 0);
	unsettled.settle(1, A);
	unsettled.settle(1, A);
	expect(unsettled.lowest(9)).toBe(1);
	expect(unsettled.endpoints()).toEqual([B]);
});

test("what was read of the open offers does not change when a lane answers later", () => {
	const unsettled = new Unsettled();
	unsettled.add(1, [A], 0);
	const read = unsettled.offersTo(A);
	unsettled.answered(1, A, "e1", 5);
	unsettled.settle(1, A);
	expect(read).toEqual([{ seq: 1, offer: { at: 0, epoch: null } }]);
});

test.each([
	["answered, still open", "e1", { epoch: "e1", isOpen: true }, 0, "open"],
	["answered, still open after long", "e1", { epoch: "e1", isOpen: true }, 1e9, "open"],
	["answered, durable", "e1", { epoch: "e1", isOpen: false }, 0, "settled"],
	["answered by a lane that restarted, just now", "e1", { epoch: "e2", isOpen: false }, 99, "open"],
	["answered by a lane that restarted", "e1", { epoch: "e2", isOpen: false }, 100, "recover"],
	["never answered, just now", null, { epoch: "e1", isOpen: false }, 99, "open"],
	["never answered, but open", null, { epoch: "e1", isOpen: true }, 99, "open"],
	["never answered", null, { epoch: "e1", isOpen: false }, 100, "recover"],
	["never answered, open for long", null, { epoch: "e1", isOpen: true }, 100, "recover"],
])("an offer that was %s is judged so", (_name, epoch, lane, waitedMs, verdict) => {
	expect(judgeOffer({ at: 1000, epoch }, lane, 1000 + waitedMs, 100)).toBe(verdict);
});

test.each([
	[false, null, 100],
	[false, "e1", 100],
	[true, null, 0],
	[true, "e1", 100],
])(
	"with order %s, of an offer that was answered by %s an attempt may last %d",
	(isOrdered, epoch, ms) => {
		expect(patienceFor({ at: 0, epoch }, isOrdered, 100)).toBe(ms);
	},
);

test("an offer is called settled only by the lane that answered it and has not restarted since", () => {
	const word = fc.constantFrom("e1", "e2");
	fc.assert(
		fc.property(fc.option(word), word, fc.boolean(), fc.nat(1000), (epoch, now, isOpen, waited) => {
			const verdict = judgeOffer({ at: 0, epoch }, { epoch: now, isOpen }, waited, 100);
			expect(verdict === "settled").toBe(epoch === now && !isOpen);
		}),
	);
});

test("what is missing beside a message is the oldest that its lane has not answered", () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const unsettled = new Unsettled();
			const open = new Map<EndpointId, Map<number, boolean>>(
				ENDPOINTS.map((id) => [id, new Map()]),
			);
			let seq = 0;
			for (const next of steps) {
				if (next.verb === "add") {
					unsettled.add(++seq, next.endpointIds, 0);
					for (const id of next.endpointIds) open.get(id)?.set(seq, false);
				} else if (next.verb === "answer") {
					unsettled.answered(next.seq, next.endpointId, "e1", 0);
					const of = open.get(next.endpointId);
					if (of?.has(next.seq) === true) of.set(next.seq, true);
				} else {
					unsettled.settle(next.seq, next.endpointId);
					open.get(next.endpointId)?.delete(next.seq);
				}
				for (const [id, of] of open) {
					for (const at of [1, seq, seq + 1]) {
						const others = [...of].filter(([n]) => n !== at);
						const isQuiet = !others.some(([n, isAnswered]) => n < at || isAnswered);
						expect(unsettled.isQuiet(id, new Set([at]), true)).toBe(isQuiet);
						expect(unsettled.isQuiet(id, new Set([at]), false)).toBe(others.length === 0);
						const missing = [...of].find(([n, isAnswered]) => n !== at && !isAnswered);
						expect(unsettled.missingFrom(id, new Set([at]))).toBe(missing?.[0] ?? null);
					}
				}
			}
		}),
	);
});

test("a lane is asked when its answer can decide about something", () => {
	const unsettled = new Unsettled();
	expect(unsettled.isDecidable(A, 0, 20)).toBe(false);
	unsettled.add(1, [A, B], 100);
	expect(unsettled.isDecidable(A, 119, 20)).toBe(false);
	expect(unsettled.isDecidable(A, 120, 20)).toBe(true);
	expect(unsettled.isDecidable(A, 100, 0)).toBe(true);
	unsettled.answered(1, A, "epoch", 110);
	expect(unsettled.isDecidable(A, 110, 20)).toBe(true);
	// Whoever asked A may be about to ask B.
	expect(unsettled.isDecidable(B, 129, 20)).toBe(false);
	expect(unsettled.isDecidable(B, 130, 20)).toBe(true);
});
