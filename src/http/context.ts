// What a request may use: the isolate's tools, who calls, and the verbs' context made from both.
import type { ApplicationId, Id } from "../core/ids.ts";
import type { Tools } from "../delivery/tools.ts";
import { randomBytes, systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { ServiceContext } from "../services/context.ts";
import type { ApplicationToken } from "../store/application-tokens.ts";
import { writeAll } from "../store/db.ts";
import type { ReadApplication } from "./auth.ts";
import type { Upgrade } from "./upgrade.ts";

/** Beyond a ServiceContext: what only doors need. */
export type RequestContext = {
	tools: Tools;
	config: Config;
	/** Where the request came to, as a URL without a path. */
	origin: string;
	/** SHA-256 of the token in hex. */
	tokenHash: string;
	/** Whose domain the request came to; null on the installation's own hosts. */
	hostOrganisationId: Id<"org"> | null;
	/** The calling token of an application; null for an API key. */
	token: ApplicationToken | null;
	/** The application in the path as it was seconds ago, on routes that look it up with the key. */
	applicationId: ApplicationId | null;
	/** What was read with the key just now; null when it was not. */
	read: ReadApplication | null;
	idempotencyKey: string | null;
	/** Null on all routes but those that become a WebSocket. */
	upgrade: Upgrade | null;
	/** Runs after the answer. */
	background(work: Promise<unknown>): void;
};

export function toServiceContext(
	used: Tools,
	caller: Pick<ServiceContext, "organisationId" | "onlyApplicationId" | "featureFlags">,
	requestUrl: string,
	background: ServiceContext["background"],
): ServiceContext {
	return {
		db: used.db,
		organisationId: caller.organisationId,
		onlyApplicationId: caller.onlyApplicationId,
		featureFlags: caller.featureFlags,
		now: systemClock(),
		config: used.config,
		/** Few verbs ask, and messages do not. */
		get ownHosts() {
			return [hostOf(requestUrl), ...used.config.ownHosts];
		},
		sealer: used.sealer,
		stores: used.stores,
		lanes: used.lanes,
		senders: used.senders,
		randomBytes,
		async commit(statements, result) {
			await writeAll(used.db, statements);
			return result;
		},
		background,
	};
}

/** With its port also when that is the scheme's own, because a name alone stands for every port. */
function hostOf(requestUrl: string): string {
	const { hostname, port, protocol } = new URL(requestUrl);
	return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}
