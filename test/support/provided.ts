// What global set-ups hand to tests.
import "vitest";
import type { FaultUrls } from "./fault-table.ts";

declare module "vitest" {
	export interface ProvidedContext {
		receiverUrl: string;
		/** Of the imitation of the platform's API of custom hostnames. */
		cloudflareUrl: string;
		faults: FaultUrls;
		/** Of the browser that files share. */
		chromiumUrl: string;
		/** `FC_SEED`, for tests that do not see the environment. */
		propertySeed?: string;
		/** `FUZZ`: how many times as many made-up requests are sent. */
		fuzzTimes: number;
	}
}
