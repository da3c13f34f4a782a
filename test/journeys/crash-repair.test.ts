// SIGKILL while what is configured or repaired changes: bulk replays, and rotation of the signing secret.
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { CrashKind, PATIENT, ROUND_MS_MAX, ROUNDS } from "../support/crash.ts";
import type { Recorded } from "../support/crash-account.ts";
import type { Arrival } from "../support/crash-receiver.ts";
import type { CrashRound } from "../support/crash-round.ts";
import { pause } from "../support/crash-tools.ts";
import { waitFor } from "../support/local-server.ts";

const OLD = 150;
/** What is sent again in bulk has one attempt only: a busy machine needs time for it. */
const TIMEOUT_MS = 2_000;
/** At each of two endpoints; as many again are answered and not yet recorded. */
const IN_FLIGHT = 8;
/** Every tenth of the old messages fails again when it is recovered. */
const isHopeless = (payload: Record<string, unknown>) => Number(payload.old) % 10 === 0;

test.concurrent("A bulk replay and a recovery go on where they were, and count right", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("replay", 4 * IN_FLIGHT, "1", TIMEOUT_MS);
	const down = new Set<string>();
	kind.receiver.plan = ({ endpoint, payload }) => {
		const isDown = down.has(endpoint) || isHopeless(payload);
		return { delayMs: 40, status: endpoint.endsWith("/failed") && isDown ? 500 : 200 };
	};
	await kind.rounds(async (round) => {
		const failed = round.nameOf("failed");
		const uids = ["done", "failed"];
		await round.create(uids.map((uid) => ({ uid, maxInFlight: IN_FLIGHT })));
		const since = new Date(Date.now() - 1_000).toISOString();
		down.add(failed);
		await round.post(OLD, (old) => ({ old }));
		const old = new Set(round.accepted);
		await waitFor("all are exhausted", () => round.arrivals.length >= OLD * 3, 30_000);
		await waitFor("it is recorded", async () => (await round.recorded()).length === OLD * 3);
		down.delete(failed);

		const tasks = [
			await round.reader.request("POST", "/endpoint/done/bulk-replay", { since }),
			await round.reader.request("POST", "/endpoint/failed/recover", { since }),
		];
		const posting = round.post(1_000, (n) => ({ n }), { writers: 1, pauseMs: 20 });
		await round.moment(0, 1_500);
		await round.crash();
		await posting;
		const hopeless = new Set(
			round.arrivals.filter(({ payload }) => isHopeless(payload)).map(({ messageId }) => messageId),
		);
		const account = await round.settle((id, uid) => {
			if (!old.has(id)) return { successes: 1, failures: 0 };
			if (uid === "done") return { successes: 2, failures: 0, attemptsMax: 1 };
			return hopeless.has(id)
				? { successes: 0, failures: 3 }
				: { successes: 1, failures: 2, attemptsMax: 3 };
		});
		const results = await Promise.all(tasks.map((task) => finished(round, task.id)));
		const all = { state: "finished", total: OLD, done: OLD, secondsLeft: 0, messagesSent: OLD };
		const isSlow = ({ outcome }: Recorded) => outcome === "unanswered";
		const slow = (await round.recorded()).filter(isSlow).length;
		for (const [i, task] of results.entries()) {
			const failed = i === 0 ? 0 : hopeless.size;
			expect(task).toEqual({ ...all, failed: expect.any(Number) });
			// What this machine did not answer in time has failed, too.
			expect(task.failed).toBeGreaterThanOrEqual(failed);
			expect(task.failed).toBeLessThanOrEqual(failed + slow);
		}
		return account;
	});
});

async function finished(round: CrashRound, id: unknown): Promise<{ failed: number }> {
	let task = { status: "", data: { failed: 0 } };
	await waitFor(`task ${id} is finished`, async () => {
		task = (await round.server.request("GET", `/background-task/${id}`)).json() as never;
		return task.status === "finished";
	});
	return task.data;
}

const GRACE_MS = 1_000;
/** From the answer of a rotation until nothing is under way that was signed before. */
const TO_BE_KNOWN_MS = 1_000;

/** A secret and when it may be used: from the request that sets it until its successor's answer and the grace. */
type Validity = { secret: string; from: number; until: number };

test.concurrent("While secrets rotate, every delivery verifies with one that is valid", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("rotation", 64, PATIENT);
	kind.receiver.plan = () => ({ delayMs: 5 });
	await kind.rounds(async (round) => {
		await round.create([{ uid: "signed" }]);
		const secrets: Validity[] = [
			{ secret: await currentSecret(round), from: 0, until: Number.POSITIVE_INFINITY },
		];
		const working = work(round, secrets, 10_000);
		await round.moment(500, 4_000);
		await round.crash();
		await working;
		await settleSecret(round, secrets);
		await work(round, secrets, 1_000);
		const account = await round.settle(() => ({ successes: 1, failures: 0 }));
		const wrong = round.arrivals.flatMap((arrival) => problemOf(arrival, secrets));
		expect(wrong).toEqual([]);
		round.note({ secrets: secrets.length });
		return account;
	});
});

const currentSecret = async (round: CrashRound) =>
	String((await round.reader.request("GET", "/endpoint/signed/secret")).key);

/** Posts and rotates side by side, until the server is gone or for a while. */
async function work(round: CrashRound, secrets: Validity[], forMs: number): Promise<void> {
	const posting = round.post(forMs / 10, (n) => ({ n }), { writers: 2, pauseMs: 20 });
	const { life } = round;
	const end = Date.now() + forMs;
	while (Date.now() < end && (await round.within(life, () => rotate(round, secrets)))) {
		await pause(100 + round.random() * 300);
	}
	await posting;
}

async function rotate(round: CrashRound, secrets: Validity[]): Promise<void> {
	const secret = `whsec_${randomBytes(24).toString("base64")}`;
	const before = secrets.at(-1);
	secrets.push({ secret, from: Date.now(), until: Number.POSITIVE_INFINITY });
	const body = { key: secret, gracePeriodSeconds: GRACE_MS / 1000 };
	await round.reader.request("POST", "/endpoint/signed/secret/rotate", body);
	if (before !== undefined) before.until = Date.now() + GRACE_MS + TO_BE_KNOWN_MS;
}

/** A rotation that was not answered has taken place, or it has not. */
async function settleSecret(round: CrashRound, secrets: Validity[]): Promise<void> {
	const current = await currentSecret(round);
	const [before, last] = secrets.slice(-2);
	if (last !== undefined && last.secret !== current) {
		expect(before?.secret).toBe(current);
		last.until = 0;
	} else if (before?.until === Number.POSITIVE_INFINITY) {
		before.until = Date.now() + GRACE_MS + TO_BE_KNOWN_MS;
	}
}

function problemOf({ messageId, body, headers, at }: Arrival, secrets: Validity[]): string[] {
	const fitting = secrets.filter(({ secret }) => {
		try {
			new Webhook(secret).verify(body, headers as Record<string, string>);
			return true;
		} catch {
			return false;
		}
	});
	if (fitting.length === 0) return [`${messageId}: signed with no secret of this endpoint`];
	return fitting
		.filter(({ from, until }) => at < from || at > until)
		.map(({ from, until }) => `${messageId}: at ${at}, valid from ${from} until ${until}`);
}
