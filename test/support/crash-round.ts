// One round of a crash journey: an application of its own, work, the crash, and the account.
import { type Account, accountOf, type Expected } from "./crash-account.ts";
import { CrashReader, type Json } from "./crash-reader.ts";
import type { CrashReceiver } from "./crash-receiver.ts";
import { inChunks, pause, randomOf } from "./crash-tools.ts";
import { type LocalServer, waitFor } from "./local-server.ts";

const RECOVERY_MS_MAX = 60_000;

type EndpointIn = { uid: string; ordered?: boolean; throttleRate?: number; maxInFlight?: number };
type Expectation = (messageId: string, uid: string) => Expected;
type Line = Record<string, string | number>;
type Kind = { name: string; timeoutMs: number; server: LocalServer; receiver: CrashReceiver };

export class CrashRound {
	readonly server: LocalServer;
	readonly reader: CrashReader;
	/** Ids that were answered 202. */
	readonly accepted: string[] = [];
	/** Epoch milliseconds. */
	readonly killedAt: number[] = [];
	/** In [0, 1). */
	readonly random: () => number;
	readonly #receiver: CrashReceiver;
	readonly #number: number;
	readonly #timeoutMs: number;
	readonly #app: string;
	readonly #notes: Line = {};
	#uids: string[] = [];
	#startedAt = 0;

	constructor({ name, server, receiver, timeoutMs }: Kind, number: number, seed: number) {
		this.server = server;
		this.#receiver = receiver;
		this.#number = number;
		this.#timeoutMs = timeoutMs;
		this.#app = `${name}-${number}`;
		this.reader = new CrashReader(server, this.#app);
		this.random = randomOf(`${seed} ${this.#app}`);
	}

	async create(endpoints: readonly EndpointIn[]): Promise<void> {
		await this.server.request("POST", "/app", { name: this.#app, uid: this.#app });
		this.#uids = endpoints.map(({ uid }) => uid);
		await inChunks(endpoints, async (endpoint) => {
			const url = this.#receiver.urlOf(this.nameOf(endpoint.uid));
			await this.reader.request("POST", "/endpoint", { ...endpoint, url });
		});
	}

	/** An endpoint's name at the receiver. */
	nameOf = (uid: string) => `${this.#app}/${uid}`;

	get arrivals() {
		const mine = `${this.#app}/`;
		return this.#receiver.arrivals.filter(({ endpoint }) => endpoint.startsWith(mine));
	}

	recorded = () => this.reader.recorded(this.#uids);

	/** Resolves when `count` are posted, or the server is gone. `payload` gets the number of the message. */
	async post(
		count: number,
		payload: (n: number) => Json = (n) => ({ n }),
		{ writers = 3, pauseMs = 0 } = {},
	): Promise<void> {
		const { life } = this;
		let next = 0;
		const write = async () => {
			while (next < count) {
				const message = { eventType: "a.b", payload: payload(next++) };
				const isDone = await this.within(life, async () => {
					this.accepted.push(String((await this.reader.request("POST", "/msg", message)).id));
				});
				if (!isDone) return;
				await pause(pauseMs);
			}
		};
		await Promise.all(Array.from({ length: writers }, write));
	}

	/** The server's: another one after each kill. */
	get life(): number {
		return this.killedAt.length;
	}

	/** False when that life is over: this was done or not. */
	async within(life: number, run: () => Promise<void>): Promise<boolean> {
		if (this.life !== life) return false;
		try {
			await run();
		} catch (error) {
			if (this.life === life) throw error;
		}
		return this.life === life;
	}

	/** Resolves at a random moment of a span. */
	async moment(fromMs: number, toMs: number): Promise<void> {
		await pause(fromMs + this.random() * (toMs - fromMs));
	}

	/** Resolves when a random share of `count` requests has arrived since. */
	async share(from: number, to: number, count: number): Promise<void> {
		const { arrivals } = this.#receiver;
		const enough = arrivals.length + count * (from + this.random() * (to - from));
		await waitFor("a share arrives", () => arrivals.length >= enough, RECOVERY_MS_MAX);
		await pause(this.random() * 25);
	}

	/** SIGKILL, and a new start. Every third round it happens twice: the second time while it recovers. */
	async crash(): Promise<void> {
		const isTwice = this.#number % 3 === 0;
		await this.#crashOnce();
		if (!isTwice) return;
		await this.moment(0, 10_000);
		await this.#crashOnce();
	}

	async #crashOnce(): Promise<void> {
		this.killedAt.push(Date.now());
		await this.server.kill();
		await this.server.start();
		this.#startedAt = Date.now();
	}

	/** Waits until all is settled; until all has arrived without a call that could wake an object. */
	async settle(expected: Expectation): Promise<Account> {
		await this.#arrived(this.accepted, expected);
		const ids = await this.reader.messageIds();
		await this.#arrived(ids, expected);
		const arrivedMs = this.#sinceStart();
		let account = await this.#account(ids, expected);
		// What has arrived without a trace is sent once more when nobody can be at it any longer.
		while (account.lost.length > 0 && this.#sinceStart() < RECOVERY_MS_MAX) {
			await pause(500);
			account = await this.#account(ids, expected);
		}
		const stored = new Set(ids);
		const unstored = this.accepted.filter((id) => !stored.has(id));
		account.lost.push(...unstored.map((id) => `${id}: accepted, and not stored`));
		const unanswered = ids.length - this.accepted.length;
		this.note({ stored: ids.length, unanswered, arrivedMs, settledMs: this.#sinceStart() });
		return account;
	}

	#sinceStart = () => Date.now() - this.#startedAt;

	/** The receiver has seen each of these as often as it must. */
	async #arrived(ids: readonly string[], expected: Expectation): Promise<void> {
		const isOwed = ({ uid, id }: { uid: string; id: string }) => {
			const { successes, failures } = expected(id, uid);
			const seen = this.#receiver.of(this.nameOf(uid), id);
			const answered = seen.filter(({ status }) => status === 200).length;
			return answered < successes || (successes === 0 && seen.length < failures);
		};
		let owed = this.#uids.flatMap((uid) => ids.map((id) => ({ uid, id })));
		const isDone = () => {
			owed = owed.filter(isOwed);
			return owed.length === 0;
		};
		try {
			await waitFor(`all arrive in ${this.#app}`, isDone, RECOVERY_MS_MAX);
		} catch (error) {
			const some = owed.slice(0, 5).map(({ uid, id }) => `${uid} ${id}`);
			throw new Error(`${owed.length} are missing: ${some}`, { cause: error });
		}
	}

	async #account(messageIds: readonly string[], expected: Expectation): Promise<Account> {
		await inChunks(this.#uids, (uid) => this.#idle(uid));
		return accountOf({
			endpoints: this.#uids.map(this.nameOf),
			messageIds,
			arrivals: this.arrivals,
			recorded: await this.recorded(),
			killedAt: this.killedAt,
			timeoutMs: this.#timeoutMs,
			expected: (name, id) => expected(id, name.slice(this.#app.length + 1)),
		});
	}

	async #idle(uid: string): Promise<void> {
		let work: Json | null = null;
		const isIdle = async () => {
			work = await this.reader.workOf(uid);
			return work === null;
		};
		await waitFor(`${uid} is idle`, isIdle, RECOVERY_MS_MAX).catch((error) => {
			const told = `${this.nameOf(uid)} has ${JSON.stringify(work)}\n${this.server.output.slice(-2_000)}`;
			throw new Error(told, { cause: error });
		});
	}

	/** Something for this round's line. */
	note(notes: Line): void {
		Object.assign(this.#notes, notes);
	}

	line({ lost, phantoms, extra, repeated, unexplained, oldestRepeatedMs }: Account): Line {
		return {
			...{ round: this.#number, kills: this.killedAt.length, ...this.#notes },
			...{ lost: lost.length, phantoms: phantoms.length, extra: extra.length },
			...{ repeated: repeated.length, unexplained: unexplained.length, oldestRepeatedMs },
		};
	}
}
