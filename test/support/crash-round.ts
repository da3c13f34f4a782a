// One round of a crash journey: an application of its own, work, the crash, and the account.
import type { Account } from "./crash-account.ts";
import { CrashReader, type Json } from "./crash-reader.ts";
import type { CrashReceiver } from "./crash-receiver.ts";
import { type Expectation, RECOVERY_MS_MAX, settle } from "./crash-settle.ts";
import { clock, inChunks, pause, randomOf } from "./crash-tools.ts";
import { type LocalServer, waitFor } from "./local-server.ts";

/** A busy machine may take longer for a share. */
const SHARE_MS_MAX = 20_000;
/** Endpoints whose newest attempts are looked at just before a crash. */
const SHOWN_ENDPOINTS = 5;

type EndpointIn = { uid: string; ordered?: boolean; throttleRate?: number; maxInFlight?: number };
type Line = Record<string, string | number>;
type Kind = {
	name: string;
	timeoutMs: number;
	attemptsMax: number;
	server: LocalServer;
	receiver: CrashReceiver;
};

export class CrashRound {
	readonly server: LocalServer;
	readonly reader: CrashReader;
	/** Ids that were answered 202. */
	readonly accepted: string[] = [];
	/** Epoch milliseconds, by the server's life as the receiver counts it. */
	readonly killedAt = new Map<number, number>();
	/** In [0, 1). */
	readonly random: () => number;
	readonly number: number;
	readonly kind: Kind;
	/** Attempts that were shown just before a crash. */
	readonly shown: string[] = [];
	/** Of its endpoints. */
	uids: string[] = [];
	readonly #app: string;
	readonly #beganAt = clock();
	readonly #notes: Line = {};
	#startedAt = 0;

	constructor(kind: Kind, number: number, seed: number) {
		this.server = kind.server;
		this.number = number;
		this.kind = kind;
		this.#app = `${kind.name}-${number}`;
		this.reader = new CrashReader(kind.server, this.#app);
		this.random = randomOf(`${seed} ${this.#app}`);
	}

	async create(endpoints: readonly EndpointIn[]): Promise<void> {
		await this.server.request("POST", "/app", { name: this.#app, uid: this.#app });
		this.uids = endpoints.map(({ uid }) => uid);
		await inChunks(endpoints, async (endpoint) => {
			const url = this.kind.receiver.urlOf(this.nameOf(endpoint.uid));
			await this.reader.request("POST", "/endpoint", { ...endpoint, url });
		});
	}

	/** An endpoint's name at the receiver. */
	nameOf = (uid: string) => `${this.#app}/${uid}`;

	get arrivals() {
		const mine = `${this.#app}/`;
		return this.kind.receiver.arrivals.filter(({ endpoint }) => endpoint.startsWith(mine));
	}

	recorded = () => this.reader.recorded(this.uids);

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
		return this.killedAt.size;
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

	/** Resolves when a random share of `count` requests has arrived since; on a busy machine when fewer have. */
	async share(from: number, to: number, count: number): Promise<void> {
		const { arrivals } = this.kind.receiver;
		const enough = arrivals.length + count * (from + this.random() * (to - from));
		const end = clock() + SHARE_MS_MAX;
		const isTime = () => arrivals.length >= enough || clock() > end;
		await waitFor("a share arrives", isTime, RECOVERY_MS_MAX);
		await pause(this.random() * 25);
	}

	/** Resolves a random moment of a span after one of the first `count` messages was accepted. */
	async acceptance(count: number, withinMs: number): Promise<void> {
		const enough = 1 + Math.floor(this.random() * count);
		await waitFor("some are accepted", () => this.accepted.length >= enough, RECOVERY_MS_MAX);
		await this.moment(0, withinMs);
	}

	/**
	 * SIGKILL, and a new start. Every third round it happens twice: the second time while it recovers. Every second
	 * round it comes with the answer to somebody who looks: what he was shown must be there afterwards.
	 */
	async crash({ isSeen = this.number % 2 === 1 } = {}): Promise<void> {
		const isTwice = this.number % 3 === 0;
		await this.#crashOnce(isSeen);
		if (!isTwice) return;
		await this.moment(0, 10_000);
		await this.#crashOnce(isSeen);
	}

	async #crashOnce(isSeen: boolean): Promise<void> {
		if (isSeen) {
			const some = this.uids.slice(0, SHOWN_ENDPOINTS);
			const lists = await Promise.all(some.map((uid) => this.reader.newestAttempts(uid)));
			this.shown.push(...lists.flat());
		}
		this.killedAt.set(this.kind.receiver.life, clock());
		await this.server.kill();
		await this.kind.receiver.endLife();
		this.#noteWaiting();
		await this.server.start();
		this.#startedAt = clock();
	}

	/** What was accepted when the server died for the first time, and had not arrived. */
	#noteWaiting(): void {
		if (this.life > 1) return;
		const arrived = new Set(this.arrivals.map(({ endpoint, messageId }) => endpoint + messageId));
		const waiting = Math.max(0, this.accepted.length * this.uids.length - arrived.size);
		this.note({ waiting });
	}

	/** Waits until all is settled. */
	settle(expected: Expectation): Promise<Account> {
		return settle(this, expected);
	}

	/** Milliseconds since the last start. */
	get sinceStartMs(): number {
		return Math.round(clock() - this.#startedAt);
	}

	/** Something for this round's line. */
	note(notes: Line): void {
		Object.assign(this.#notes, notes);
	}

	line({ repeated, oldestMs, slowestRecordMs, ...lists }: Account): Line {
		const counts = Object.entries(lists).map(([name, list]) => [name, list.length]);
		return {
			...{ round: this.number, kills: this.life, ...this.#notes },
			...Object.fromEntries(counts),
			...repeated,
			...{ oldestMs, slowestRecordMs, tookMs: Math.round(clock() - this.#beganAt) },
		};
	}
}
