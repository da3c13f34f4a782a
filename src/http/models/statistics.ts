// Statistics of an organisation's applications on the wire.
import * as z from "zod";
import type { UsageTask } from "../../services/usage.ts";
import { BackgroundTaskOut, toTaskOut } from "./background-task.ts";
import { distinct, name, time } from "./common.ts";

const APPLICATIONS_MAX = 500;

export const AppUsageStatsIn = z
	.object({
		since: time.meta({
			format: "date-time",
			description: "Messages created at this time or later.",
		}),
		until: time.meta({ format: "date-time", description: "Messages created before this time." }),
		appIds: distinct(name, APPLICATIONS_MAX)
			.nullish()
			.meta({ description: "Ids or uids; without them, every application." }),
	})
	.meta({ id: "AppUsageStatsIn" });

export const AppUsageStatsOut = BackgroundTaskOut.extend({
	unresolvedAppIds: z
		.array(z.string())
		.meta({ description: "Of those given, what is no application." }),
}).meta({ id: "AppUsageStatsOut" });

export const toUsageOut = ({ task, unresolved }: UsageTask): z.input<typeof AppUsageStatsOut> => ({
	...toTaskOut(task),
	unresolvedAppIds: unresolved,
});
