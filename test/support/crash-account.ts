// The account of a crash: what arrived against what was accepted and what the lanes recorded, message by message.
import { type Cause, explain, type Terms } from "./crash-causes.ts";
import type { Arrival } from "./crash-receiver.ts";

/**
 * What is to come of a message at an endpoint. A failure that was not recorded before a crash takes the place of
 * a recorded one, so that of messages that succeed in the end there may be fewer. `attemptsMax`: the failed
 * attempts it is given up after, where that is not what the schedule says.
 */
export type Expected = { successes: number; failures: number; attemptsMax?: number };

/**
 * An attempt as the API lists it: when it began and when it was written down, epoch milliseconds. What was not
 * answered in time is this machine's business: it is neither expected nor held against anybody.
 */
export type Recorded = {
	id: string;
	endpoint: string;
	messageId: string;
	at: number;
	durationMs: number;
	recordedAt: number;
	outcome: "success" | "failure" | "unanswered";
};

export type Facts = Pick<Terms, "killedAt" | "timeoutMs"> & {
	endpoints: readonly string[];
	messageIds: readonly string[];
	arrivals: readonly Arrival[];
	recorded: readonly Recorded[];
	/** Attempts that the API told of just before a crash. */
	shown: readonly string[];
	/** Attempts that a message gets before it is given up. */
	attemptsMax: number;
	expected: (endpoint: string, messageId: string) => Expected;
};

export type Account = {
	/** Deliveries that are not recorded as often as they should be, or never arrived. */
	lost: string[];
	/** Arrivals of what was never accepted, and recorded answers to what never arrived. */
	phantoms: string[];
	/** Recorded more often than they should be. */
	extra: string[];
	/** Arrivals without a record that no cause explains. */
	unexplained: string[];
	/** Given up because this machine did not answer in time, each time; all of it is recorded. */
	exhausted: string[];
	/** Arrivals that were followed by another of the same message, by their cause. */
	repeated: Record<Cause, number>;
	/** Milliseconds from the earliest end of what a crash made void, to that crash. */
	oldestMs: number;
	/** The longest time from an answer to its record, milliseconds. */
	slowestRecordMs: number;
};

type Pair = { arrival: Arrival; attempt: Recorded };
type Delivery = { key: string; arrivals: Arrival[]; recorded: Recorded[] };
type Matched = Delivery & { pairs: Pair[]; unpaired: Arrival[] };

export function accountOf(facts: Facts): Account {
	const account: Account = {
		...{ lost: [], phantoms: [], extra: [], unexplained: [], exhausted: [] },
		...{ repeated: { underWay: 0, unrecorded: 0, leaseOver: 0 }, oldestMs: 0, slowestRecordMs: 0 },
	};
	const arrivals = Map.groupBy(facts.arrivals, keyOf);
	const recorded = Map.groupBy(facts.recorded, keyOf);
	const deliveries: Matched[] = [];
	for (const endpoint of facts.endpoints) {
		for (const messageId of facts.messageIds) {
			const key = keyOf({ endpoint, messageId });
			const delivery = match({
				key,
				arrivals: arrivals.get(key) ?? [],
				recorded: recorded.get(key) ?? [],
			});
			deliveries.push(delivery);
			judge(account, delivery, facts, facts.expected(endpoint, messageId));
		}
	}
	const owed = new Set(deliveries.map(({ key }) => key));
	for (const key of [...arrivals.keys(), ...recorded.keys()]) {
		if (!owed.has(key)) account.phantoms.push(`${key}: never accepted`);
	}
	const ids = new Set(facts.recorded.map(({ id }) => id));
	const gone = facts.shown.filter((id) => !ids.has(id));
	account.lost.push(...gone.map((id) => `${id}: was shown before a crash`));
	nameCauses(account, deliveries, facts);
	return account;
}

/** Two processes read the same clock in different ways. */
const CLOCKS_MS = 100;
/** What was given up may be read by the receiver long after. */
const GIVEN_UP_MS = 5_000;

/** Each recorded attempt is what arrived while it ran; what is left over was never recorded. */
function match(delivery: Delivery): Matched {
	const unpaired = [...delivery.arrivals];
	const pairs: Pair[] = [];
	const take = (attempt: Recorded, lateMs: number): void => {
		const [from, to] = [attempt.at - CLOCKS_MS, attempt.at + attempt.durationMs + lateMs];
		const index = unpaired.findIndex((arrival) => arrival.at >= from && arrival.at <= to);
		const [arrival] = index < 0 ? [] : unpaired.splice(index, 1);
		if (arrival !== undefined) pairs.push({ arrival, attempt });
	};
	const { recorded } = delivery;
	for (const attempt of recorded.filter(isAnswered)) take(attempt, CLOCKS_MS);
	for (const attempt of recorded) if (!isAnswered(attempt)) take(attempt, GIVEN_UP_MS);
	return { ...delivery, pairs, unpaired };
}

const isAnswered = ({ outcome }: Recorded) => outcome !== "unanswered";

function judge(
	account: Account,
	{ key, arrivals, recorded, pairs }: Matched,
	{ attemptsMax, timeoutMs }: Facts,
	expected: Expected,
): void {
	const count = (outcome: Recorded["outcome"]) =>
		recorded.filter((attempt) => attempt.outcome === outcome).length;
	const [successes, failures, unanswered] = [
		count("success"),
		count("failure"),
		count("unanswered"),
	];
	const told = `${key}: ${successes} successes, ${failures} failures, ${unanswered} unanswered, ${arrivals.length} arrivals`;
	const invented = recorded.filter(isAnswered).length - pairs.filter(isPairAnswered).length;
	if (invented > 0) {
		const came = arrivals.map(({ at, life }) => `${Math.round(at)} (life ${life})`);
		const ran = recorded.map(({ at, durationMs, outcome }) => `${at} + ${durationMs} ${outcome}`);
		account.phantoms.push(
			`${key}: ${invented} recorded, but did not arrive; recorded ${ran}; came ${came}`,
		);
	}

	const isTried = failures + unanswered >= (expected.attemptsMax ?? attemptsMax);
	const isTooFew = successes < expected.successes;
	const isGivenUp = isTooFew && isTried && unanswered > 0;
	const failuresMin = expected.successes === 0 ? expected.failures : 0;
	if (isGivenUp) account.exhausted.push(told);
	else if (isTooFew || failures + unanswered < failuresMin) account.lost.push(told);

	const late = lateOnes(recorded, timeoutMs);
	account.repeated.leaseOver += Math.min(late, Math.max(0, successes - expected.successes));
	const isTooMany = successes - late > expected.successes || failures > expected.failures;
	if (isTooMany) account.extra.push(told);
}

const isPairAnswered = ({ attempt }: Pair) => isAnswered(attempt);

/** Beyond the timeout: what an attempt's record is waited for at least, before it is sent again. */
const LEASE_SLACK_MS = 5_000;
const leaseMsOf = (timeoutMs: number) => timeoutMs + LEASE_SLACK_MS - CLOCKS_MS;

/** Successes that began when nothing was known of an earlier one, whose lease was over. */
function lateOnes(recorded: readonly Recorded[], timeoutMs: number): number {
	const successes = recorded.filter(({ outcome }) => outcome === "success");
	const isLate = (attempt: Recorded) =>
		successes.some(
			({ at, recordedAt }) => recordedAt > attempt.at && attempt.at - at >= leaseMsOf(timeoutMs),
		);
	return successes.filter(isLate).length;
}

/** Why there are arrivals that no record tells of. */
function nameCauses(account: Account, deliveries: readonly Matched[], facts: Facts): void {
	const slowestRecordMs = new Map<number, number>();
	for (const { arrival, attempt } of deliveries.flatMap(({ pairs }) => pairs)) {
		if (arrival.answeredAt === null) continue;
		const ms = Math.round(attempt.recordedAt - arrival.answeredAt);
		slowestRecordMs.set(arrival.life, Math.max(ms, slowestRecordMs.get(arrival.life) ?? 0));
	}
	account.slowestRecordMs = Math.max(0, ...slowestRecordMs.values());
	const { killedAt, timeoutMs } = facts;
	const terms = { killedAt, timeoutMs, leaseMs: leaseMsOf(timeoutMs), slowestRecordMs };
	for (const { key, arrivals, unpaired } of deliveries) {
		for (const arrival of unpaired) {
			const { cause, ageMs, told } = explain(arrival, arrivals, terms);
			if (cause === null) account.unexplained.push(`${key}: ${told}`);
			else account.repeated[cause]++;
			account.oldestMs = Math.max(account.oldestMs, ageMs);
		}
	}
}

const keyOf = ({ endpoint, messageId }: { endpoint: string; messageId: string }) =>
	`${endpoint} ${messageId}`;

/** The most starts in any sliding span of time. */
export function mostWithin(times: readonly number[], spanMs: number): number {
	const sorted = [...times].sort((a, b) => a - b);
	let first = 0;
	let most = 0;
	for (const [last, at] of sorted.entries()) {
		while (first < last && at - (sorted[first] ?? at) >= spanMs) first++;
		most = Math.max(most, last - first + 1);
	}
	return most;
}
