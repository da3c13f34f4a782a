// What the API answers to API keys alone: its own wire models, as types.
import type { z } from "zod";
import type {
	ApiKeyCreated as CreatedModel,
	ApiKeyOut as KeyModel,
} from "../../../src/http/models/api-key.ts";
import type { ApplicationOut as ApplicationModel } from "../../../src/http/models/application.ts";
import type { AppPortalAccessOut as AccessModel } from "../../../src/http/models/authentication.ts";
import type { OperatorDomainOut as OperatorDomainModel } from "../../../src/http/models/domain.ts";
import type { OperationalWebhookEndpointOut as OperationalModel } from "../../../src/http/models/operational-webhook.ts";
import type {
	DeadLetterOut as DeadLetterModel,
	DeliveryOut as DeliveryModel,
} from "../../../src/http/models/operator.ts";
import type { OverviewOut as OverviewModel } from "../../../src/http/models/overview.ts";

export type ApplicationOut = z.output<typeof ApplicationModel>;
export type ApiKeyOut = z.output<typeof KeyModel>;
export type ApiKeyCreated = z.output<typeof CreatedModel>;
export type AppPortalAccessOut = z.output<typeof AccessModel>;
export type OperationalEndpointOut = z.output<typeof OperationalModel>;
export type DeliveryOut = z.output<typeof DeliveryModel>;
export type OperatorDomainOut = z.output<typeof OperatorDomainModel>;
export type DeadLetterOut = z.output<typeof DeadLetterModel>;
export type OverviewOut = z.output<typeof OverviewModel>;
