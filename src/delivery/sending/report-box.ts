// Gathers the reports of an isolate for some milliseconds, so that a busy lane gets one call for many.
import { isCommand } from "../../core/advice.ts";
import type { AttemptReport, GivenBack } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import type { Lanes } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";

const GATHER_MS = 5;

type Post = { reports: AttemptReport[]; givenBack: GivenBack[] };

export class ReportBox {
	readonly #lanes: Lanes;
	#posts = new Map<EndpointId, Post>();

	constructor(lanes: Lanes) {
		this.#lanes = lanes;
	}

	/**
	 * Puts a report in, waits a moment, and sends all that is in the box. Whoever wakes first sends for
	 * the others; each would send its own if that one had been ended by the platform. What the lane must hear at
	 * once does not wait.
	 */
	async add(endpointId: EndpointId, report: AttemptReport): Promise<void> {
		this.#postTo(endpointId).reports.push(report);
		if (!isCommand(report)) await gathered();
		await this.#send();
	}

	/** As `add`, for an attempt that did not begin. */
	async giveBack(endpointId: EndpointId, givenBack: GivenBack): Promise<void> {
		this.#postTo(endpointId).givenBack.push(givenBack);
		await gathered();
		await this.#send();
	}

	#postTo(endpointId: EndpointId): Post {
		const post = this.#posts.get(endpointId) ?? { reports: [], givenBack: [] };
		this.#posts.set(endpointId, post);
		return post;
	}

	async #send(): Promise<void> {
		if (this.#posts.size === 0) return;
		const all = this.#posts;
		this.#posts = new Map();
		await Promise.all(
			[...all].map(async ([endpointId, { reports, givenBack }]) => {
				try {
					await this.#lanes.of(endpointId).report(reports, givenBack);
				} catch (error) {
					// The leases run out, and the lane sends again.
					const attempts = reports.length + givenBack.length;
					logError("report_failed", error, { endpointId, attempts });
				}
			}),
		);
	}
}

const gathered = () => new Promise((resolve) => setTimeout(resolve, GATHER_MS));
