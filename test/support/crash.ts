// Crash rounds: work, SIGKILL at a random moment, a new start with the same state, and an account of every message.
// `ROUNDS=10` in the environment runs ten of each kind at full size, `SEED=…` (printed) repeats the moments of a run.
import { expect } from "vitest";
import type { Account } from "./crash-account.ts";
import { CrashReceiver } from "./crash-receiver.ts";
import { CrashRound } from "./crash-round.ts";
import { pause } from "./crash-tools.ts";
import { LocalServer } from "./local-server.ts";

/** Among all other tests: one round, and less of what takes long to set up. */
export const IS_BRIEF = process.env.ROUNDS === undefined;
export const ROUNDS = Number(process.env.ROUNDS ?? 1);
/** A round may take this long on a busy machine; a lease alone takes the timeout and ten seconds. */
export const ROUND_MS_MAX = 400_000;
/** A schedule for work that always succeeds: what a busy machine lets time out does not come again all at once. */
export const PATIENT = "1,2,5,10,10,10,10,10,10";
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
/** How long nothing may come any more after all was settled. */
const QUIET_MS = 2_000;
const CLEAN = { lost: [], phantoms: [], extra: [], unexplained: [] };

/** One kind of work: its own server with its own state, its own receiver, round after round. */
export class CrashKind {
	readonly name: string;
	readonly server: LocalServer;
	readonly receiver = new CrashReceiver();
	readonly timeoutMs: number;
	readonly attemptsMax: number;
	readonly #underWayMax: number;
	readonly #lines: string[] = [];

	/** @param underWayMax deliveries that can be under way, or answered and not recorded, when the server dies */
	constructor(name: string, underWayMax: number, scheduleSeconds: string, timeoutMs = 1_000) {
		this.name = name;
		this.timeoutMs = timeoutMs;
		this.attemptsMax = scheduleSeconds.split(",").length + 1;
		this.#underWayMax = underWayMax;
		this.server = new LocalServer({
			DELIVERY_TIMEOUT_MS: String(timeoutMs),
			RETRY_SCHEDULE_SECONDS: scheduleSeconds,
		});
	}

	/** @param work does the work, crashes, settles, and answers with the account */
	async rounds(work: (round: CrashRound) => Promise<Account>): Promise<void> {
		try {
			await Promise.all([this.server.start(), this.receiver.start()]);
			for (let number = 1; number <= ROUNDS; number++) {
				const round = new CrashRound(this, number, SEED);
				const account = await work(round);
				this.#lines.push(JSON.stringify(round.line(account)));
				expect(account).toMatchObject(CLEAN);
				const { underWay, unrecorded, leaseOver } = account.repeated;
				expect(underWay + unrecorded + leaseOver).toBeLessThanOrEqual(
					this.#underWayMax * round.life,
				);
			}
			const count = this.receiver.arrivals.length;
			await pause(QUIET_MS);
			const late = this.receiver.arrivals.slice(count).map(({ messageId }) => messageId);
			expect(late).toEqual([]);
		} finally {
			console.log(`${this.name}, SEED=${SEED}\n${this.#lines.join("\n")}`);
			await Promise.all([this.server.remove(), this.receiver.stop()]);
		}
	}
}
