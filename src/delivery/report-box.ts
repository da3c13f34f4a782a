// Gathers the reports of an isolate for some milliseconds, so that a busy lane gets one call for many.
import type { AttemptReport } from "../core/delivery.ts";
import type { EndpointId } from "../core/ids.ts";
import type { Clock } from "../platform/clock.ts";
import type { Lanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";

const GATHER_MS = 5;
/** A gatherer that took longer was ended by the platform; the next caller takes its place. */
const GATHER_MS_MAX = 1_000;

export class ReportBox {
	readonly #lanes: Lanes;
	readonly #clock: Clock;
	#reports = new Map<EndpointId, AttemptReport[]>();
	#gatheringSince: number | null = null;

	constructor(lanes: Lanes, clock: Clock) {
		this.#lanes = lanes;
		this.#clock = clock;
	}

	/** Puts a report in. One of the callers waits and then reports for all; for the others it ends at once. */
	async add(endpointId: EndpointId, report: AttemptReport): Promise<void> {
		const reports = this.#reports.get(endpointId);
		if (reports === undefined) this.#reports.set(endpointId, [report]);
		else reports.push(report);
		const now = this.#clock();
		if (this.#gatheringSince !== null && now - this.#gatheringSince < GATHER_MS_MAX) return;
		this.#gatheringSince = now;
		await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
		this.#gatheringSince = null;
		await this.#flush();
	}

	async #flush(): Promise<void> {
		const all = this.#reports;
		this.#reports = new Map();
		await Promise.all(
			[...all].map(async ([endpointId, reports]) => {
				try {
					await this.#lanes.of(endpointId).report(reports);
				} catch (error) {
					// The leases run out, and the lane sends again.
					logError("report_failed", error, { endpointId, reports: reports.length });
				}
			}),
		);
	}
}
