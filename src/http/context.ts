// What a request may use: the isolate's tools, who calls, and the verbs' context made from both.
import type { ApplicationId, Id } from "../core/ids.ts";
import type { Tools } from "../delivery/tools.ts";
import { randomBytes, systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { ServiceContext } from "../services/context.ts";
import { writeAll } from "../store/db.ts";

/** Beyond a ServiceContext: what only doors need. */
export type RequestContext = {
	tools: Tools;
	config: Config;
	/** SHA-256 of the token in hex. */
	tokenHash: string;
	/** The application in the path as it was seconds ago, on routes that look it up with the key. */
	applicationId: ApplicationId | null;
	idempotencyKey: string | null;
	/** Runs after the answer. */
	background(work: Promise<unknown>): void;
};

export function toServiceContext(
	used: Tools,
	organisationId: Id<"org">,
	requestUrl: string,
): ServiceContext {
	return {
		db: used.db,
		organisationId,
		now: systemClock(),
		config: used.config,
		ownHosts: [hostOf(requestUrl)],
		sealer: used.sealer,
		stores: used.stores,
		lanes: used.lanes,
		randomBytes,
		async commit(statements, result) {
			await writeAll(used.db, statements);
			return result;
		},
	};
}

/** With its port also when that is the scheme's own, because a name alone stands for every port. */
function hostOf(requestUrl: string): string {
	const { hostname, port, protocol } = new URL(requestUrl);
	return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}
