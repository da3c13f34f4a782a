// What the server answers, by the server's own models.
import type { z } from "zod";
import type { ApiKeyCreated, ApiKeyOut } from "../../../src/http/models/api-key.ts";
import type { ApplicationOut } from "../../../src/http/models/application.ts";
import type { AppPortalAccessOut } from "../../../src/http/models/authentication.ts";
import type { EndpointOut } from "../../../src/http/models/endpoint.ts";
import type { EventTypeOut } from "../../../src/http/models/event-type.ts";
import type { EventTypeImportOpenapiOut } from "../../../src/http/models/event-type-import.ts";
import type { MessageOut } from "../../../src/http/models/message.ts";

export type ApiKey = z.output<typeof ApiKeyOut>;
export type CreatedApiKey = z.output<typeof ApiKeyCreated>;
export type Application = z.output<typeof ApplicationOut>;
export type Endpoint = z.output<typeof EndpointOut>;
export type EventType = z.output<typeof EventTypeOut>;
export type Message = z.output<typeof MessageOut>;
export type PortalAccess = z.output<typeof AppPortalAccessOut>;
export type ImportReport = z.output<typeof EventTypeImportOpenapiOut>["data"];
