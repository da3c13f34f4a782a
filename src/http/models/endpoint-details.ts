// An endpoint's headers and signing secret on the wire.
import * as z from "zod";
import { GRACE_PERIOD_DEFAULT, GRACE_PERIOD_MAX } from "../../core/patterns.ts";

export const EndpointSecretOut = z.object({ key: z.string() }).meta({ id: "EndpointSecretOut" });

const graceRule = { error: `must be a whole number from 0 to ${GRACE_PERIOD_MAX}` };
export const EndpointSecretRotateIn = z
	.object({
		key: z.string().nullish(),
		gracePeriodSeconds: z
			.int(graceRule)
			.min(0, graceRule)
			.max(GRACE_PERIOD_MAX, graceRule)
			.nullish()
			.meta({
				description: `Seconds that the old secret stays valid; ${GRACE_PERIOD_DEFAULT} when absent.`,
			}),
	})
	.meta({ id: "EndpointSecretRotateIn" });

export const EndpointHeadersIn = z
	.object({ headers: z.record(z.string(), z.string()) })
	.meta({ id: "EndpointHeadersIn" });

export const EndpointHeadersPatchIn = z
	.object({
		headers: z.record(z.string(), z.string().nullable()),
		deleteHeaders: z.array(z.string()).default([]),
	})
	.meta({ id: "EndpointHeadersPatchIn" });

export const EndpointHeadersOut = z
	.object({ headers: z.record(z.string(), z.string()), sensitive: z.array(z.string()) })
	.meta({ id: "EndpointHeadersOut" });
