// What global set-ups hand to tests.
import "vitest";
import type { FaultUrls } from "./fault-table.ts";

declare module "vitest" {
	export interface ProvidedContext {
		receiverUrl: string;
		faults: FaultUrls;
	}
}
