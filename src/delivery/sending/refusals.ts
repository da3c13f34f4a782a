// What endpoints have just asked for, as this isolate has seen it: what it holds for them does not begin any more.
import { readAdvice } from "../../core/advice.ts";
import type { Grant, Route } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import { remember } from "./remember.ts";

/** Longer than lanes need to hear of it; after that they give nothing away that was not to begin. */
const HOLDS_MS_MAX = 10_000;
/** Endpoints remembered. */
const ENDPOINTS_MAX = 5_000;

type Refusal = { version: number; until: number };

export class Refusals {
	readonly #latest = new Map<EndpointId, Refusal>();

	/** Takes in an answer as soon as its headers are there: asked for is to wait, or to stop. */
	heed(
		{ endpointId, version }: Route,
		status: number,
		headers: readonly [string, string][],
		now: number,
	): void {
		const { retryAfterMs, disable } = readAdvice(status, headers, now);
		const holdsMs = disable ? HOLDS_MS_MAX : Math.min(retryAfterMs ?? 0, HOLDS_MS_MAX);
		const isOutdated = (this.#latest.get(endpointId)?.version ?? 0) > version;
		if (holdsMs === 0 || isOutdated) return;
		remember(this.#latest, endpointId, { version, until: now + holdsMs }, ENDPOINTS_MAX);
	}

	/**
	 * Until when an endpoint is to be left alone, epoch milliseconds, if an attempt was to start before that; null
	 * when it may start. An endpoint that was changed since has not asked for anything.
	 */
	untilFor({ route, startAt }: Pick<Grant, "route" | "startAt">): number | null {
		const refusal = this.#latest.get(route.endpointId);
		if (refusal === undefined || refusal.version < route.version) return null;
		return startAt < refusal.until ? refusal.until : null;
	}
}
