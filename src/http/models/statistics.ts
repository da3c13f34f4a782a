// Statistics of an organisation's applications on the wire.
import { z } from "zod";
import type { UsageTask } from "../../services/usage.ts";
import { BackgroundTaskOut, toTaskOut } from "./background-task.ts";
import { distinct, name } from "./common.ts";

const APPLICATIONS_MAX = 500;

const time = z.iso
	.datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
	.meta({ format: "date-time" });

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
