// After a crash: waits until a round's messages have arrived and their lanes are idle, and makes the account.
import { type Account, accountOf, type Expected } from "./crash-account.ts";
import type { Json } from "./crash-reader.ts";
import type { CrashRound } from "./crash-round.ts";
import { inChunks, pause } from "./crash-tools.ts";
import { waitFor } from "./local-server.ts";

export type Expectation = (messageId: string, uid: string) => Expected;

/** A busy machine needs long for a thousand endpoints. */
export const RECOVERY_MS_MAX = 180_000;

/** Until all has arrived it makes no call that could wake an object. */
export async function settle(round: CrashRound, expected: Expectation): Promise<Account> {
	await allArrived(round, round.accepted, expected);
	const ids = await round.reader.messageIds();
	await allArrived(round, ids, expected);
	const arrivedMs = round.sinceStartMs;
	let account = await accountOfRound(round, ids, expected);
	// What has arrived without a trace is sent once more when nobody can be at it any longer.
	while (account.lost.length > 0 && round.sinceStartMs < RECOVERY_MS_MAX) {
		await pause(500);
		account = await accountOfRound(round, ids, expected);
	}
	const stored = new Set(ids);
	const unstored = round.accepted.filter((id) => !stored.has(id));
	account.lost.push(...unstored.map((id) => `${id}: accepted, and not stored`));
	const unanswered = ids.length - round.accepted.length;
	round.note({ stored: ids.length, unanswered, arrivedMs, settledMs: round.sinceStartMs });
	return account;
}

/** The receiver has seen each of these as often as it must. */
async function allArrived(
	{ kind, uids, nameOf }: CrashRound,
	ids: readonly string[],
	expected: Expectation,
): Promise<void> {
	const isOwed = ({ uid, id }: { uid: string; id: string }) => {
		const { successes, failures } = expected(id, uid);
		const seen = kind.receiver.of(nameOf(uid), id);
		const answered = seen.filter(({ status }) => status === 200).length;
		return answered < successes || (successes === 0 && seen.length < failures);
	};
	let owed = uids.flatMap((uid) => ids.map((id) => ({ uid, id })));
	const isDone = () => {
		owed = owed.filter(isOwed);
		return owed.length === 0;
	};
	try {
		await waitFor("all arrive", isDone, RECOVERY_MS_MAX);
	} catch (error) {
		const some = owed.slice(0, 5).map(({ uid, id }) => `${nameOf(uid)} ${id}`);
		throw new Error(`${owed.length} are missing: ${some}`, { cause: error });
	}
}

async function accountOfRound(
	round: CrashRound,
	messageIds: readonly string[],
	expected: Expectation,
): Promise<Account> {
	const { uids, nameOf, shown, killedAt } = round;
	await inChunks(uids, (uid) => becomesIdle(round, uid));
	const recorded = await round.recorded();
	const uidOf = new Map(uids.map((uid) => [nameOf(uid), uid]));
	return accountOf({
		endpoints: uids.map(nameOf),
		// Last, so that nothing recorded is missing among them.
		arrivals: round.arrivals,
		...{ messageIds, recorded, shown, killedAt },
		timeoutMs: round.kind.timeoutMs,
		attemptsMax: round.kind.attemptsMax,
		expected: (name, id) => expected(id, uidOf.get(name) ?? name),
	});
}

async function becomesIdle({ reader, server, nameOf }: CrashRound, uid: string): Promise<void> {
	let work: Json | null = null;
	const isIdle = async () => {
		work = await reader.workOf(uid);
		return work === null;
	};
	await waitFor(`${uid} is idle`, isIdle, RECOVERY_MS_MAX).catch((error) => {
		const told = `${nameOf(uid)} has ${JSON.stringify(work)}\n${server.output.slice(-2_000)}`;
		throw new Error(told, { cause: error });
	});
}
