// Gathers the reports of an isolate for some milliseconds, so that a busy lane gets one call for many.
import type { AttemptReport } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import type { Lanes } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";

const GATHER_MS = 5;

export class ReportBox {
	readonly #lanes: Lanes;
	#reports = new Map<EndpointId, AttemptReport[]>();

	constructor(lanes: Lanes) {
		this.#lanes = lanes;
	}

	/**
	 * Puts a report in, waits a moment, and sends all that is in the box. Whoever wakes first sends for
	 * the others; each would send its own if that one had been ended by the platform.
	 */
	async add(endpointId: EndpointId, report: AttemptReport): Promise<void> {
		const reports = this.#reports.get(endpointId);
		if (reports === undefined) this.#reports.set(endpointId, [report]);
		else reports.push(report);
		await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
		await this.#send();
	}

	async #send(): Promise<void> {
		if (this.#reports.size === 0) return;
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
