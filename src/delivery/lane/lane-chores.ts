// What a lane does beside sending: disables its endpoint, tells the sender, moves bulk tasks on, forgets.
import { firstSeq, seqTime } from "../../core/ids.ts";
import { logError } from "../../platform/log.ts";
import { DAY_MS, retentionRules } from "../partitions.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import type { LaneParts } from "./lane-parts.ts";

/** When a lane has next something to forget, epoch milliseconds; null when it keeps nothing. */
export function retainAt({
	attempts,
	deliveries,
	config,
}: Pick<LaneParts, "attempts" | "deliveries" | "config">): number | null {
	const times = [attempts.nextExpiryAt()];
	const cancelled = deliveries.firstCancelled();
	if (cancelled !== null) {
		// With those of the days after it, so that one alarm serves them all.
		const { keepDays, spanDays } = retentionRules(config.retentionDays);
		times.push(seqTime(cancelled) + (keepDays + spanDays) * DAY_MS);
	}
	const known = times.filter((time) => time !== null);
	return known.length === 0 ? null : Math.min(...known);
}

export class LaneChores {
	readonly #parts: LaneParts;

	constructor(parts: LaneParts) {
		this.#parts = parts;
	}

	/** Something is to be done that needs nobody else's outcome. */
	get isOpen(): boolean {
		const { state, events, tasks } = this.#parts;
		return state.get("disabling") !== null || events.isOpen || tasks.isOpen;
	}

	/** Does a bounded piece of each; answers whether more can be done at once. Never throws. */
	async next(now: number): Promise<boolean> {
		const { events, tasks } = this.#parts;
		let isMore = false;
		await this.#attempt("disable_failed", async () => {
			isMore = await this.#disable(now);
		});
		if (events.isOpen) await this.#attempt("events_failed", () => events.flush());
		if (tasks.isOpen) {
			await this.#attempt("task_failed", async () => {
				await tasks.step(now);
				// Also when the task waits now: what was queued is to be sent.
				isMore = true;
			});
		}
		return isMore;
	}

	async #attempt(event: string, run: () => Promise<void>): Promise<void> {
		try {
			await run();
		} catch (error) {
			logError(event, error, {});
		}
	}

	async #disable(now: number): Promise<boolean> {
		const { state, routes } = this.#parts;
		const disabling = state.get("disabling");
		if (disabling === null) return false;
		const route = await routes.read(now);
		if (route !== null && !route.disabled) {
			await disableEndpoint(this.#parts, route, disabling.reason, state.get("failingSince"), now);
			routes.invalidate();
		}
		// Whoever enables it again gives it a new start.
		state.set("disabling", null);
		state.set("failingSince", null);
		return true;
	}

	/** Forgets what is older than the retention. What is left to write down before is done by the next call. */
	retain(now: number): void {
		const { attempts, stats, deliveries, config } = this.#parts;
		const at = retainAt(this.#parts);
		if (at === null || at > now) return;
		try {
			if (stats.rollUp(now)) return;
		} catch (error) {
			// What cannot be written down must not keep what is old for ever.
			logError("roll_up_failed", error, {});
		}
		attempts.dropExpired(now);
		deliveries.forgetCancelled(firstSeq(now - config.retentionDays * DAY_MS));
	}
}
