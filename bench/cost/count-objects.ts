// Durable Objects, counted: a subclass whose storage counts rows and alarms, and whose methods count requests.
import type { Env } from "../../src/env.ts";
import { countEnv } from "./count-bindings.ts";
import { countStorage } from "./count-storage.ts";
import { ObjectMeter } from "./meter.ts";

type ObjectClass = new (ctx: DurableObjectState, env: Env) => object;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Counts calls of the methods that the class itself has. */
export function countObject<C extends ObjectClass>(kind: string, Real: C): C {
	const own = Object.entries(Object.getOwnPropertyDescriptors(Real.prototype))
		.filter(([name, { value }]) => typeof value === "function" && name !== "constructor")
		.map(([name]) => name);
	return countMethods(kind, Real, own);
}

/** An object without RPC: all its calls come by `fetch`, and its state is one value. */
export function countFetched<C extends ObjectClass>(kind: string, Real: C): C {
	return countMethods(kind, Real, ["fetch"]);
}

function countMethods<C extends ObjectClass>(kind: string, Real: C, names: readonly string[]): C {
	const meters = new WeakMap<object, ObjectMeter>();
	class Counted extends (Real as ObjectClass) {
		constructor(ctx: DurableObjectState, env: Env) {
			const meter = new ObjectMeter(kind, String(ctx.id.name ?? ctx.id));
			countStorage(ctx.storage, meter);
			followWork(ctx, meter);
			super(ctx, countEnv(env));
			// `this` is what the class answered: the library's is a proxy.
			meters.set(this, meter);
		}

		/** The platform runs alarms by its own clock; this one is for a clock that was moved. */
		async overdueAlarm(): Promise<void> {
			const alarm = Reflect.get(this, "alarm") as Method; // safe because only objects with alarms get it
			await alarm.apply(this);
		}
	}
	for (const name of names) {
		const method = Reflect.get(Real.prototype, name) as Method; // safe because callers name methods
		Object.defineProperty(Counted.prototype, name, {
			value(this: object, ...args: unknown[]) {
				const meter = meters.get(this);
				if (meter === undefined) throw new Error(`${kind} was not made by the meter`);
				return meter.handle(name, () => method.apply(this, args));
			},
		});
	}
	return Counted as C; // safe because it is a subclass that is made in the same way
}

function followWork(ctx: DurableObjectState, meter: ObjectMeter): void {
	const waitUntil = ctx.waitUntil.bind(ctx);
	Object.defineProperty(ctx, "waitUntil", {
		value(work: Promise<unknown>) {
			void meter.follow(work);
			waitUntil(work);
		},
	});
}
