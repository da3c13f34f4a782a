// What global set-ups hand to tests.
import "vitest";

declare module "vitest" {
	export interface ProvidedContext {
		receiverUrl: string;
	}
}
