// English: the catalogue that every other one must match.
import { activity } from "./activity.ts";
import { common } from "./common.ts";
import { endpoints } from "./endpoints.ts";
import { eventTypes } from "./event-types.ts";
import { tasks } from "./tasks.ts";

export const en = {
	...common,
	...endpoints,
	...eventTypes,
	...activity,
	...tasks,
} as const;
