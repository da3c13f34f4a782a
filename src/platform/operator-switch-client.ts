// The way to the operator's switch, with a memory of seconds: everybody who sends asks it.
import { proxyDurable } from "itty-durable";
import { within } from "../core/deadline.ts";
import { type Clock, systemClock, systemTimer } from "./clock.ts";
import { logError } from "./log.ts";

/** `notice` is what operators tell their users meanwhile; `since` in epoch milliseconds. */
export type DeliveryState = { paused: boolean; since: number | null; notice: string };

/** The object's own calls, as the library's proxy offers them. */
type SwitchRpc = {
	read(): Promise<DeliveryState>;
	write(state: DeliveryState): Promise<DeliveryState>;
};

export type OperatorSwitch = {
	/** What was read some seconds ago; undefined when it must be asked. */
	known(now: number): boolean | undefined;
	/** Never throws: without an answer the last one holds. */
	isPaused(now: number): Promise<boolean>;
	read(): Promise<DeliveryState>;
	write(state: DeliveryState): Promise<DeliveryState>;
};

/** Pausing and resuming reaches everybody within this time. */
export const SWITCH_LIFE_MS = 10_000;
/** It is asked before messages are sent: nothing waits longer for it. */
const ANSWER_MS_MAX = 1_000;
const NAME = "installation";

const switches = new WeakMap<object, OperatorSwitch>();

/** One for each isolate, so that its objects share what was read. */
export function createOperatorSwitch(
	namespace: object,
	clock: Clock = systemClock,
): OperatorSwitch {
	let made = switches.get(namespace);
	if (made === undefined) {
		made = newSwitch(namespace, clock);
		switches.set(namespace, made);
	}
	return made;
}

function newSwitch(namespace: object, clock: Clock): OperatorSwitch {
	// safe because OperatorSwitch has these methods. Never awaited or returned itself: it answers any call.
	const proxy = () => proxyDurable(namespace, { parse: true }).get(NAME) as SwitchRpc;
	let last: { paused: boolean; at: number } | null = null;
	let reading: Promise<DeliveryState> | null = null;
	const remember = (state: DeliveryState) => {
		last = { paused: state.paused, at: clock() };
		return state;
	};
	const read = () => {
		reading ??= proxy().read().then(remember);
		const mine = reading;
		// Whoever asked first may be gone, and its promise never end: the next one asks anew.
		return within(mine, ANSWER_MS_MAX, "the operator's switch", systemTimer).finally(() => {
			if (reading === mine) reading = null;
		});
	};
	const known = (now: number) =>
		last !== null && now - last.at < SWITCH_LIFE_MS ? last.paused : undefined;
	return {
		known,
		read,
		write: async (state) => remember(await proxy().write(state)),
		async isPaused(now) {
			const paused = known(now);
			if (paused !== undefined) return paused;
			try {
				return (await read()).paused;
			} catch (error) {
				logError("operator_switch_failed", error, {});
				last = { paused: last?.paused ?? false, at: now };
				return last.paused;
			}
		},
	};
}
