// Integrations on the wire.
import * as z from "zod";
import type { IntegrationInput } from "../../services/integrations.ts";
import type { Integration } from "../../store/integrations.ts";
import { grantedFlags } from "./authentication.ts";
import { emptyToNull, text, timestamp, toTimestamp } from "./common.ts";

const fields = {
	name: text.min(1, "must not be empty"),
	featureFlags: grantedFlags,
};

export const IntegrationIn = z.object(fields).meta({ id: "IntegrationIn" });
export const IntegrationUpdate = z.object(fields).meta({ id: "IntegrationUpdate" });

export const IntegrationOut = z
	.object({
		id: z.string(),
		name: z.string(),
		featureFlags: z.array(z.string()),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "IntegrationOut" });

export const IntegrationKeyOut = z.object({ key: z.string() }).meta({ id: "IntegrationKeyOut" });

export const toIntegrationInput = (body: z.output<typeof IntegrationIn>): IntegrationInput => ({
	name: body.name,
	featureFlags: emptyToNull(body.featureFlags),
});

export const toIntegrationOut = (integration: Integration): z.input<typeof IntegrationOut> => ({
	id: integration.id,
	name: integration.name,
	featureFlags: integration.featureFlags ?? [],
	createdAt: toTimestamp(integration.createdAt),
	updatedAt: toTimestamp(integration.updatedAt),
});
