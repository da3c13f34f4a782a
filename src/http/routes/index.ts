// Every route of the API, in the order of the contract.
import type { AnyRoute } from "../route.ts";
import { applicationRoutes } from "./applications.ts";
import { attemptRoutes } from "./attempts.ts";
import { endpointDetailRoutes } from "./endpoint-details.ts";
import { endpointRoutes } from "./endpoints.ts";
import { eventTypeRoutes } from "./event-types.ts";
import { healthRoutes } from "./health.ts";
import { messageRoutes } from "./messages.ts";

export const routes: AnyRoute[] = [
	...applicationRoutes,
	...endpointRoutes,
	...endpointDetailRoutes,
	...eventTypeRoutes,
	...messageRoutes,
	...attemptRoutes,
	...healthRoutes,
];
