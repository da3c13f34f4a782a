// The counters of the bench Worker: one set for the isolate, which locally is the Worker and all objects.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Counts, noSums, type Term } from "./counts.ts";

let sums = noSums();
let parts: Record<string, number> = {};
let handlers = 0;
let timers = 0;
/** When the alarm of each object is due, by name. Outlives the object's memory, as the alarm does. */
const alarms = new Map<string, number>();
/** Further away, an alarm is for what is to be forgotten, and nobody waits for it. */
const NEAR_MS = 60_000;
/** The object in whose handler we are; none in the Worker. */
const current = new AsyncLocalStorage<ObjectMeter>();

export function add(term: Term, amount = 1, part?: string): void {
	sums[term] += amount;
	if (part !== undefined && amount !== 0) {
		const name = `${term} | ${part}`;
		parts[name] = (parts[name] ?? 0) + amount;
	}
}

export function readCounts(): Counts {
	const near = [...alarms.values()].filter(isNear);
	return { sums, parts, open: { handlers, timers, alarms: near.length } };
}

/** Objects whose alarm is overdue, because the clock was moved: their class and their name. */
export function overdue(): [kind: string, name: string][] {
	const due = [...alarms].filter(([, at]) => at <= Date.now());
	return due.map(([object]) => {
		const [kind = "", name = ""] = object.split(" ");
		return [kind, name];
	});
}

export function resetCounts(): void {
	sums = noSums();
	parts = {};
}

const isNear = (at: number) => at - Date.now() < NEAR_MS;

/** One object's share: what is billed per class, and the time in which it cannot hibernate. */
export class ObjectMeter {
	readonly #kind: string;
	readonly #name: string;
	#depth = 0;
	#activeFrom = 0;

	constructor(kind: string, name: string) {
		this.#kind = kind;
		this.#name = `${kind} ${name}`;
	}

	add(term: Term, amount: number, part = ""): void {
		add(term, amount, `${this.#kind} ${part}`.trim());
	}

	alarmSet(at: number): void {
		this.add("alarmsSet", 1, isNear(at) ? "for work" : "to forget, days ahead");
		alarms.set(this.#name, at);
	}

	alarmDeleted(): void {
		this.add("alarmsDeleted", 1);
		alarms.delete(this.#name);
	}

	/** Runs a handler: one billed request, unless the object calls itself. */
	async handle<T>(method: string, run: () => T): Promise<Awaited<T>> {
		if (current.getStore() === this) return await run();
		this.add("objectRequests", 1, method);
		if (method === "alarm") alarms.delete(this.#name);
		handlers++;
		this.enter();
		try {
			return await current.run(this, run);
		} finally {
			this.leave();
			handlers--;
		}
	}

	/** Work that goes on after its handler: the object cannot hibernate while it waits for another. */
	async follow(work: Promise<unknown>): Promise<void> {
		handlers++;
		this.enter();
		await work.catch(() => {});
		this.leave();
		handlers--;
	}

	/** Begins a stretch of active time; stretches at the same time are billed once. */
	enter(): void {
		if (this.#depth++ === 0) this.#activeFrom = performance.now();
	}

	leave(): void {
		if (--this.#depth > 0) return;
		this.add("objectSeconds", (performance.now() - this.#activeFrom) / 1000);
	}
}

/** A timer keeps its object from hibernating: until it has fired or is cleared, the time is billed. */
export function countTimers(): void {
	const { setTimeout: set, clearTimeout: clear } = globalThis;
	const ends = new Map<unknown, () => void>();
	const counted = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
		const meter = current.getStore();
		if (meter === undefined) return set(run, ms, ...args);
		timers++;
		meter.enter();
		const handle = set(() => {
			try {
				run(...args);
			} finally {
				ends.get(handle)?.();
			}
		}, ms);
		ends.set(handle, () => {
			ends.delete(handle);
			timers--;
			meter.leave();
		});
		return handle;
	};
	Object.assign(globalThis, {
		setTimeout: counted,
		clearTimeout: (handle: unknown) => {
			ends.get(handle)?.();
			clear(handle as Parameters<typeof clear>[0]); // safe because it is handed on as it came
		},
	});
}

/** Lines that the Worker logs are billed one by one. They are still printed. */
export function countConsole(): void {
	for (const level of ["log", "info", "debug", "warn", "error"] as const) {
		const print = console[level].bind(console);
		console[level] = (...args: unknown[]) => {
			add("logCalls", 1, level);
			print(...args);
		};
	}
}
