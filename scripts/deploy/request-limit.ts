// Whether the limit of requests in wrangler.toml is the one that refused callers are told of.
import { LIMIT_PERIOD_SECONDS } from "../../src/platform/request-limit.ts";

export type RateLimits = readonly { name: string; simple: { limit: number; period: number } }[];

/** Throws when `retry-after` would be untrue: the Worker cannot read its own binding's period. */
export function assertLimitPeriod(limits: RateLimits | undefined): void {
	for (const { name, simple } of limits ?? []) {
		if (name !== "REQUEST_LIMIT" || simple.period === LIMIT_PERIOD_SECONDS) continue;
		throw new Error(
			`wrangler.toml: the period of REQUEST_LIMIT must be ${LIMIT_PERIOD_SECONDS}, not ${simple.period}: ` +
				"who is refused is told to come back after it (LIMIT_PERIOD_SECONDS in src/platform/request-limit.ts).",
		);
	}
}
