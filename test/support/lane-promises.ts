// What a lane promises, checked on a bench after all was done.
import { expect } from "vitest";
import { seqOf } from "../../src/core/ids.ts";
import { AHEAD_MS } from "../../src/delivery/lane/pace.ts";
import type { LaneBench } from "./lane-bench.ts";
import type { Fate } from "./lane-model.ts";

export type Judge = (bench: LaneBench, promise?: string) => void;

const fatesOf = ({ items, model }: LaneBench) =>
	items.map((item) => ({ item, seq: seqOf(item.messageId), ...model.fate(seqOf(item.messageId)) }));

/** The largest limit of a span of time; what was given away ahead of a change is of before it. */
function limitOf({ limits }: LaneBench, from: number, to: number): number {
	const holding = limits.filter(({ at }, i) => {
		const until = limits[i + 1]?.at ?? Number.POSITIVE_INFINITY;
		return at < to && until + AHEAD_MS >= from;
	});
	return Math.max(...holding.map(({ rate }) => rate ?? Number.POSITIVE_INFINITY));
}

const isWithinLimit: Judge = (bench, promise) => {
	const times = bench.leaves.starts.map(({ at }) => at).sort((a, b) => a - b);
	let end = 0;
	const tooMany = times.flatMap((from, i) => {
		while ((times[end] ?? Number.POSITIVE_INFINITY) < from + 1000) end++;
		const limit = limitOf(bench, from, from + 1000);
		return end - i > 1.05 * limit + 1 ? [{ from, limit, inSecond: end - i }] : [];
	});
	expect(tooMany, promise).toEqual([]);
};

/** But for what somebody asked for again when the lane had forgotten it. */
const hasNoTwins: Judge = ({ leaves: { starts }, model }, promise) => {
	const twins = starts.filter(({ seq, twin }) => twin !== null && !model.fate(seq).isAskedBlindly);
	expect(twins, promise).toEqual([]);
};

/** What a lane that died had granted and not noted is beyond it. */
const isWithinRoom: Judge = ({ leaves: { starts } }, promise) => {
	expect(
		starts.filter(({ inFlight, max }) => inFlight > max),
		promise,
	).toEqual([]);
};

const endsRight: Judge = (bench, promise) => {
	expect(bench.isOver, promise).toBe(true);
	const wrong = fatesOf(bench).flatMap((fate) => {
		const state = bench.standing(fate.item);
		return isRightEnd(fate, state) ? [] : [{ state, ...fate }];
	});
	expect(wrong, promise).toEqual([]);
	expect(bench.model.wrong, promise).toEqual([]);
};

function isRightEnd(fate: Fate, state: ReturnType<LaneBench["standing"]>): boolean {
	if (fate.end === "delivered") return state === "delivered";
	switch (state) {
		case "cancelled":
			return fate.isInScope;
		case "exhausted":
			return fate.end === "exhausted" || (fate.isSkipped && fate.failures > 0);
		case "unknown":
			return fate.isSkipped && fate.failures === 0;
		default:
			return false;
	}
}

const obeys: Judge = (bench, promise) => {
	const unasked = fatesOf(bench).filter(({ seq, stoppedAt }) => {
		const later = stoppedAt === null ? [] : bench.leaves.starts.slice(stoppedAt);
		return later.some((start) => start.seq === seq);
	});
	expect(unasked, promise).toEqual([]);
	expect(
		fatesOf(bench).filter(({ askedAt }) => askedAt !== null),
		promise,
	).toEqual([]);
};

/** As far as nothing had to begin anew. */
const isInOrder: Judge = (bench, promise) => {
	const { starts, startsBeforeAnew } = bench.leaves;
	const before = starts.slice(0, startsBeforeAnew ?? starts.length).reverse();
	const firsts = new Map(before.map(({ seq, at }) => [seq, at]));
	const plain = fatesOf(bench).filter(
		(fate) => !fate.isSkipped && !fate.isInScope && !fate.isHandedOverLate && !fate.isAskedBlindly,
	);
	const times = plain.map(({ seq }) => firsts.get(seq) ?? Number.POSITIVE_INFINITY);
	expect(times, promise).toEqual(times.toSorted((a, b) => (a === b ? 0 : a - b)));
};

const isStrictlyInOrder: Judge = ({ leaves: { starts } }, promise) => {
	expect(
		starts.filter(({ behind }) => behind !== null),
		promise,
	).toEqual([]);
};

/** But for messages of which a report came late, and those that were asked for blindly. */
const isNumbered: Judge = (bench, promise) => {
	for (const { seq, isAskedBlindly } of fatesOf(bench)) {
		const own = bench.recorded.filter((attempt) => attempt.seq === seq);
		if (isAskedBlindly || own.some(({ isLate }) => isLate)) continue;
		expect(
			own.map(({ number }) => number),
			promise,
		).toEqual(own.map((_, i) => i + 1));
	}
};

const countsTasks: Judge = ({ model: { tasks } }, promise) => {
	const wrong = [...tasks].filter(
		([, { queued, attempted, dropped }]) => queued !== attempted + dropped,
	);
	expect(wrong, promise).toEqual([]);
};

/** That it recovered is missed only where attempts are not numbered one by one. */
const tellsOnce: Judge = (bench, promise) => {
	expect(bench.model.misheard, promise).toEqual([]);
	const missed = fatesOf(bench).filter(({ seq, told, isAskedBlindly }) => {
		const own = bench.recorded.filter((attempt) => attempt.seq === seq);
		const failures = own.findIndex(({ isSuccess }) => isSuccess);
		const isDue = failures >= 4 && !isAskedBlindly && !own.some(({ isLate }) => isLate);
		return isDue && !told.includes("message.attempt.recovered");
	});
	expect(missed, promise).toEqual([]);
};

export type Promised = keyof typeof PROMISES;

export const PROMISES = {
	"no second holds more starts than the limit allows": isWithinLimit,
	"no attempt is given away while another leave for it is valid": hasNoTwins,
	"no more is under way than there is room for": isWithinRoom,
	"each message ends as it should, and nothing is left": endsRight,
	"what was cancelled is not sent, and what was asked for is": obeys,
	"first attempts start in the order of the offers": isInOrder,
	"an ordered endpoint gets nothing while something before it is owed": isStrictlyInOrder,
	"attempts of a message are numbered from one, without gaps": isNumbered,
	"the sender hears of a message once, and nothing that is not so": tellsOnce,
	"of a task's deliveries each is attempted or cancelled": countsTasks,
} satisfies Record<string, Judge>;
