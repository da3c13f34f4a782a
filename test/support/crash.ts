// Crash rounds: work, SIGKILL at a random moment, a new start with the same state, and an account of every message.
// `ROUNDS=10` in the environment runs ten of each kind, `SEED=…` (printed) repeats the moments of a run.
import { expect } from "vitest";
import type { Account } from "./crash-account.ts";
import { CrashReceiver } from "./crash-receiver.ts";
import { CrashRound } from "./crash-round.ts";
import { pause } from "./crash-tools.ts";
import { LocalServer } from "./local-server.ts";

export const ROUNDS = Number(process.env.ROUNDS ?? 1);
/** A round may take this long; a lease of before the crash alone takes the timeout and ten seconds. */
export const ROUND_MS_MAX = 90_000;
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
	readonly #underWayMax: number;
	readonly #lines: string[] = [];

	/** @param underWayMax deliveries that can be under way, or answered and not recorded, when the server dies */
	constructor(name: string, underWayMax: number, scheduleSeconds: string, timeoutMs = 1_000) {
		this.name = name;
		this.timeoutMs = timeoutMs;
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
				const repeatedMax = this.#underWayMax * round.killedAt.length;
				expect(account.repeated.length).toBeLessThanOrEqual(repeatedMax);
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
