// What a lane answers to those who look: what was reported until then is written first, nothing else changes.
import type { EndpointId, MessageId, TaskId } from "../../core/ids.ts";
import type { ReplayTask } from "../../core/task.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AttemptQuery, LaneMessageQuery, StandingTerms } from "../../platform/lane-client.ts";
import { CountedReplays } from "./counted-replays.ts";
import { listMessages } from "./lane-messages.ts";
import type { LaneParts } from "./lane-parts.ts";
import type { LaneReports } from "./lane-reports.ts";
import {
	activityOf,
	findAttempt,
	glanceOf,
	listAttempts,
	overviewOf,
	sentHeadersOf,
	standingOf,
	statsOf,
} from "./lane-view.ts";
import { countReplay } from "./replay-count.ts";

/** Each answers what the method of the same name in LaneRpc promises. */
export class LaneReads {
	readonly #parts: LaneParts;
	readonly #reports: LaneReports;
	readonly #endpointId: EndpointId;
	readonly #clock: Clock;
	readonly #counted = new CountedReplays();

	constructor(parts: LaneParts, reports: LaneReports, endpointId: EndpointId, clock: Clock) {
		this.#parts = parts;
		this.#reports = reports;
		this.#endpointId = endpointId;
		this.#clock = clock;
	}

	/** The lane as it is now, with what was reported and not yet written. */
	#written(): LaneParts {
		this.#reports.flush();
		return this.#parts;
	}

	listAttempts(query: AttemptQuery) {
		return listAttempts(this.#written().attempts, this.#endpointId, query);
	}

	listMessages(query: LaneMessageQuery) {
		return listMessages(this.#written(), query, this.#clock());
	}

	findAttempt(attemptId: string) {
		return findAttempt(this.#written().attempts, this.#endpointId, attemptId);
	}

	sentHeaders(attemptId: string) {
		return sentHeadersOf(this.#written().attempts, attemptId);
	}

	standings(messageIds: MessageId[], terms: StandingTerms) {
		const parts = this.#written();
		return messageIds.map((id) => standingOf(parts, id, terms, this.#clock()));
	}

	async overview() {
		const parts = this.#written();
		const now = this.#clock();
		const route = await parts.routes.read(now);
		return overviewOf(parts, route, await parts.switches.isPaused(now), now);
	}

	glance(hoursFrom: number) {
		return glanceOf(this.#written(), hoursFrom, this.#clock());
	}

	activity(span: { since: number; until: number; bucketMs: number }) {
		return activityOf(this.#written(), span, this.#clock());
	}

	async counts() {
		const { stats } = this.#written();
		await stats.catchUp(this.#clock());
		return stats.counts(this.#clock());
	}

	async stats(span: { since: number; until: number }) {
		const parts = this.#written();
		await parts.stats.catchUp(this.#clock());
		return statsOf(parts, span, this.#clock());
	}

	async countReplay(task: Pick<ReplayTask, "kind" | "filter">) {
		const parts = this.#written();
		const route = await parts.routes.read(this.#clock());
		if (route === null) return null;
		return this.#counted.find(task, route.version, this.#clock(), () =>
			countReplay(parts, task, route, this.#endpointId),
		);
	}

	taskProgress(taskId: TaskId) {
		return this.#written().tasks.progress(taskId);
	}
}
