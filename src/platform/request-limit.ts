// How often one key may call: counted by the platform, in each of its locations.
import { logError } from "./log.ts";

/** The period in wrangler.toml, in seconds: who was refused may come back after it. `npm run deploy` compares them. */
export const LIMIT_PERIOD_SECONDS = 10;

export type RequestLimit = { periodSeconds: number; allows(name: string): Promise<boolean> };

/** Null when the installation has no limit. */
export function createRequestLimit(binding: RateLimit | undefined): RequestLimit | null {
	if (binding === undefined) return null;
	return {
		periodSeconds: LIMIT_PERIOD_SECONDS,
		async allows(name) {
			try {
				return (await binding.limit({ key: name })).success;
			} catch (error) {
				// A counter that fails must not stop what it counts.
				logError("request_limit_failed", error);
				return true;
			}
		},
	};
}
