// The limit of requests: what wrangler.toml sets is what refused callers are told.
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { assertLimitPeriod, type RateLimits } from "../../../scripts/deploy/request-limit.ts";
import { LIMIT_PERIOD_SECONDS } from "../../../src/platform/request-limit.ts";

const config = join(import.meta.dirname, "..", "..", "..", "wrangler.toml");

test("the period in wrangler.toml is the time after which who was refused may come back", () => {
	const { ratelimits }: { ratelimits: RateLimits } = unstable_readConfig({ config });
	const periods = ratelimits.map(({ name, simple }) => [name, simple.period]);
	expect(periods).toEqual([["REQUEST_LIMIT", LIMIT_PERIOD_SECONDS]]);
	assertLimitPeriod(ratelimits);
});

test("another period stops the deployment with a sentence; another limit, or none, does not", () => {
	const of = (name: string, limit: number, period: number) => [{ name, simple: { limit, period } }];
	expect(() => assertLimitPeriod(of("REQUEST_LIMIT", 20_000, 60))).toThrow(
		"wrangler.toml: the period of REQUEST_LIMIT must be 10, not 60",
	);
	assertLimitPeriod(of("REQUEST_LIMIT", 5, 10));
	assertLimitPeriod(of("ANOTHER", 5, 60));
	assertLimitPeriod([]);
	assertLimitPeriod(undefined);
});
