// Every route of the API, in the order of the contract.
import type { AnyRoute } from "../route.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { applicationRoutes } from "./applications.ts";
import { attemptedMessageRoutes } from "./attempted-messages.ts";
import { attemptRoutes } from "./attempts.ts";
import { authenticationRoutes } from "./authentication.ts";
import { backgroundTaskRoutes } from "./background-tasks.ts";
import { endpointDetailRoutes } from "./endpoint-details.ts";
import { endpointRoutes } from "./endpoints.ts";
import { environmentRoutes } from "./environment.ts";
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
import { precheckRoutes } from "./precheck.ts";
import { replayRoutes } from "./replays.ts";
import { standingRoutes } from "./standings.ts";
import { statisticsRoutes } from "./statistics.ts";

export const routes: AnyRoute[] = [
	...applicationRoutes,
	...endpointRoutes,
	...endpointDetailRoutes,
	...eventTypeRoutes,
	...messageRoutes,
	...precheckRoutes,
	...attemptRoutes,
	...attemptedMessageRoutes,
	...expungeRoutes,
	...standingRoutes,
	...laneRoutes,
	...replayRoutes,
	...backgroundTaskRoutes,
	...statisticsRoutes,
	...environmentRoutes,
	...operationalRoutes,
	...operationalDetailRoutes,
	...authenticationRoutes,
	...integrationRoutes,
	...apiKeyRoutes,
	...operatorRoutes,
	...organisationRoutes,
	...healthRoutes,
];
