// Every route of the API, in the order of the contract.
import type { AnyRoute } from "../route.ts";
import { activityRoutes } from "./activity.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { applicationRoutes } from "./applications.ts";
import { attemptedMessageRoutes } from "./attempted-messages.ts";
import { attemptRoutes } from "./attempts.ts";
import { authenticationRoutes } from "./authentication.ts";
import { backgroundTaskRoutes } from "./background-tasks.ts";
import { domainRoutes } from "./domains.ts";
import { endpointDetailRoutes } from "./endpoint-details.ts";
import { endpointOverviewRoutes } from "./endpoint-overviews.ts";
import { endpointRoutes } from "./endpoints.ts";
import { environmentRoutes } from "./environment.ts";
import { eventTypeImportRoutes } from "./event-type-import.ts";
import { eventTypeRoutes } from "./event-types.ts";
import { expungeRoutes } from "./expunge.ts";
import { healthRoutes } from "./health.ts";
import { integrationRoutes } from "./integrations.ts";
import { laneRoutes } from "./lanes.ts";
import { messageRoutes } from "./messages.ts";
import { operationalDetailRoutes } from "./operational-details.ts";
import { operationalRoutes } from "./operational-webhooks.ts";
import { operatorRoutes } from "./operator.ts";
import { organisationRoutes } from "./organisations.ts";
import { overviewRoutes } from "./overview.ts";
import { portalRoutes } from "./portal.ts";
import { precheckRoutes } from "./precheck.ts";
import { replayRoutes } from "./replays.ts";
import { settingsRoutes } from "./settings.ts";
import { standingRoutes } from "./standings.ts";
import { statisticsRoutes } from "./statistics.ts";
import { tailRoutes } from "./tails.ts";
import { testAttemptRoutes } from "./test-attempts.ts";

export const routes: AnyRoute[] = [
	...applicationRoutes,
	...endpointRoutes,
	...endpointDetailRoutes,
	...endpointOverviewRoutes,
	...eventTypeImportRoutes,
	...eventTypeRoutes,
	...messageRoutes,
	...tailRoutes,
	...precheckRoutes,
	...attemptRoutes,
	...attemptedMessageRoutes,
	...expungeRoutes,
	...standingRoutes,
	...laneRoutes,
	...activityRoutes,
	...replayRoutes,
	...testAttemptRoutes,
	...backgroundTaskRoutes,
	...statisticsRoutes,
	...environmentRoutes,
	...overviewRoutes,
	...settingsRoutes,
	...domainRoutes,
	...operationalRoutes,
	...operationalDetailRoutes,
	...authenticationRoutes,
	...portalRoutes,
	...integrationRoutes,
	...apiKeyRoutes,
	...operatorRoutes,
	...organisationRoutes,
	...healthRoutes,
];
