// The account of a crash: what arrived against what was accepted and what the lanes recorded, message by message.
import type { Arrival } from "./crash-receiver.ts";

/**
 * What is to come of a message at an endpoint. A failure that was not recorded before a crash takes the place of
 * a recorded one, so that of messages that succeed in the end there may be fewer.
 */
export type Expected = { successes: number; failures: number };

/**
 * An attempt as the API lists it; `at` is when it began, epoch milliseconds. What was not answered in time is
 * this machine's business: it is neither expected nor held against anybody.
 */
export type Recorded = {
	endpoint: string;
	messageId: string;
	at: number;
	durationMs: number;
	outcome: "success" | "failure" | "unanswered";
};

export type Facts = {
	endpoints: readonly string[];
	messageIds: readonly string[];
	arrivals: readonly Arrival[];
	recorded: readonly Recorded[];
	killedAt: readonly number[];
	/** How long an attempt may take. */
	timeoutMs: number;
	expected: (endpoint: string, messageId: string) => Expected;
};

export type Account = {
	/** Deliveries that are not recorded as often as they should be, or never arrived. */
	lost: string[];
	/** Arrivals of what was never accepted, and recorded answers to what never arrived. */
	phantoms: string[];
	/** Recorded more often than they should be. */
	extra: string[];
	/** Arrivals that left no trace because of a crash: each was followed by another of the same message. */
	repeated: Arrival[];
	/** Of these, what came too long before the crash to be explained by it. */
	unexplained: string[];
	/** Milliseconds from the earliest of them to the crash. */
	oldestRepeatedMs: number;
};

/** From an answer to its durable record: two gatherings and a commit. */
const TO_DURABLE_MS = 1_000;
/** What the killed process had given to the network may be read a moment later. */
const AFTER_KILL_MS = 100;

export function accountOf(facts: Facts): Account {
	const arrivals = Map.groupBy(facts.arrivals, keyOf);
	const recorded = Map.groupBy(facts.recorded, keyOf);
	const account: Account = {
		...{ lost: [], phantoms: [], extra: [], repeated: [], unexplained: [], oldestRepeatedMs: 0 },
	};
	const owed = new Set<string>();
	for (const endpoint of facts.endpoints) {
		for (const messageId of facts.messageIds) {
			const key = keyOf({ endpoint, messageId });
			owed.add(key);
			const mine = { arrivals: arrivals.get(key) ?? [], recorded: recorded.get(key) ?? [] };
			judge(account, key, mine, facts.expected(endpoint, messageId));
		}
	}
	for (const key of [...arrivals.keys(), ...recorded.keys()]) {
		if (!owed.has(key)) account.phantoms.push(`${key}: never accepted`);
	}
	const ageMsMax = facts.timeoutMs + TO_DURABLE_MS;
	for (const arrival of account.repeated) {
		const ages = facts.killedAt.map((at) => Math.round(at - arrival.at));
		const age = ages.find((ms) => ms > -AFTER_KILL_MS && ms < ageMsMax);
		if (age === undefined) account.unexplained.push(`${keyOf(arrival)}: ${ages} ms before a kill`);
		else account.oldestRepeatedMs = Math.max(account.oldestRepeatedMs, age);
	}
	return account;
}

function judge(
	account: Account,
	key: string,
	{ arrivals, recorded }: { arrivals: Arrival[]; recorded: Recorded[] },
	expected: Expected,
): void {
	const { invented, repeated } = pair(arrivals, recorded);
	account.repeated.push(...repeated);
	if (invented > 0) account.phantoms.push(`${key}: ${invented} recorded, but did not arrive`);
	const successes = recorded.filter(({ outcome }) => outcome === "success").length;
	const failures = recorded.filter(({ outcome }) => outcome === "failure").length;
	const isExhausted = expected.successes === 0;
	const failuresMin = isExhausted ? expected.failures : 0;
	const told = `${key}: ${successes} successes, ${failures} failures, ${arrivals.length} arrivals`;
	if (successes < expected.successes || failures < failuresMin) account.lost.push(told);
	if (successes > expected.successes || failures > expected.failures) account.extra.push(told);
}

/** Two processes read the same clock in different ways. */
const CLOCKS_MS = 100;
/** What was given up may be read by the receiver long after. */
const GIVEN_UP_MS = 5_000;

/** Each recorded attempt is what arrived while it ran; what is left over was never recorded. */
function pair(arrivals: readonly Arrival[], recorded: readonly Recorded[]) {
	const repeated = [...arrivals];
	let invented = 0;
	const isAnswered = ({ outcome }: Recorded) => outcome !== "unanswered";
	const take = ({ at, durationMs }: Recorded, lateMs: number): boolean => {
		const [from, to] = [at - CLOCKS_MS, at + durationMs + lateMs];
		const index = repeated.findIndex((arrival) => arrival.at >= from && arrival.at <= to);
		if (index >= 0) repeated.splice(index, 1);
		return index >= 0;
	};
	for (const attempt of recorded.filter(isAnswered)) if (!take(attempt, CLOCKS_MS)) invented++;
	for (const attempt of recorded) if (!isAnswered(attempt)) take(attempt, GIVEN_UP_MS);
	return { invented, repeated };
}

const keyOf = ({ endpoint, messageId }: { endpoint: string; messageId: string }) =>
	`${endpoint} ${messageId}`;

/** The most starts in any sliding span of time. */
export function mostWithin(times: readonly number[], spanMs: number): number {
	const sorted = [...times].sort((a, b) => a - b);
	let first = 0;
	let most = 0;
	for (const [last, at] of sorted.entries()) {
		while (at - (sorted[first] ?? at) >= spanMs) first++;
		most = Math.max(most, last - first + 1);
	}
	return most;
}
