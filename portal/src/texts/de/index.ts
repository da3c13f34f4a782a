// German.
import type { Catalogue } from "../index.ts";
import { activity } from "./activity.ts";
import { common } from "./common.ts";
import { endpoints } from "./endpoints.ts";
import { eventTypes } from "./event-types.ts";
import { tasks } from "./tasks.ts";

export const de: Catalogue = {
	...common,
	...endpoints,
	...eventTypes,
	...activity,
	...tasks,
};
