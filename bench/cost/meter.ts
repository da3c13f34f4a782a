// The counters of the bench Worker: one set for the isolate, which locally is the Worker and all objects.
import { AsyncLocalStorage } from "node:async_hooks";
import { type Counts, noSums, type Term } from "./counts.ts";

let sums = noSums();
let parts: Record<string, number> = {};
let handlers = 0;
let timers = 0;
/** Names of objects whose alarm is set. Outlives the object's memory, as the alarm does. */
const alarms = new Set<string>();
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
	return { sums, parts, open: { handlers, timers, alarms: alarms.size } };
}

export function resetCounts(): void {
	sums = noSums();
	parts = {};
}

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

	alarmIs(set: boolean): void {
		if (set) alarms.add(this.#name);
		else alarms.delete(this.#name);
	}

	/** Runs a handler: one billed request, unless the object calls itself. */
	async handle<T>(method: string, run: () => T): Promise<Awaited<T>> {
		if (current.getStore() === this) return await run();
		this.add("objectRequests", 1, method);
		if (method === "alarm") this.alarmIs(false);
		handlers++;
		this.enter();
		try {
			return await current.run(this, run);
		} finally {
			this.leave();
			handlers--;
		}
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
