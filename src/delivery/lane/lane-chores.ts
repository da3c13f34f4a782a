// What a lane does beside sending: disables its endpoint, tells the sender, moves bulk tasks on, forgets.
import { firstSeq } from "../../core/ids.ts";
import { logError } from "../../platform/log.ts";
import { DAY_MS } from "../partitions.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import type { LaneParts } from "./lane-parts.ts";

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
				// The end of a task is told to whoever listens to this endpoint.
				await this.#parts.routes.read(now);
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

	/** Forgets what is older than the retention. */
	retain(now: number): void {
		const { attempts, stats, deliveries, config } = this.#parts;
		const expiresAt = attempts.nextExpiryAt();
		if (expiresAt === null || expiresAt > now) return;
		try {
			stats.rollUp(now);
		} catch (error) {
			// What cannot be written down must not keep what is old for ever.
			logError("roll_up_failed", error, {});
		}
		attempts.dropExpired(now);
		deliveries.forgetCancelled(firstSeq(now - config.retentionDays * DAY_MS));
	}
}
