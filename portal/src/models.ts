// What the API answers: the wire models of the API itself, as types alone.
import type { z } from "zod";
import type { ActivityOut as ActivityModel } from "../../src/http/models/activity.ts";
import type {
	MessageAttemptOut as AttemptModel,
	AttemptHeadersOut as HeadersModel,
} from "../../src/http/models/attempt.ts";
import type { WhoamiOut as WhoamiModel } from "../../src/http/models/authentication.ts";
import type { BackgroundTaskOut as TaskModel } from "../../src/http/models/background-task.ts";
import type { DomainOut as DomainModel } from "../../src/http/models/domain.ts";
import type { EndpointOut as EndpointModel } from "../../src/http/models/endpoint.ts";
import type { EndpointHeadersOut as EndpointHeadersModel } from "../../src/http/models/endpoint-details.ts";
import type { EndpointMessageOut as EndpointMessageModel } from "../../src/http/models/endpoint-message.ts";
import type { EndpointOverviewOut as OverviewModel } from "../../src/http/models/endpoint-overview.ts";
import type { EventTypeOut as EventTypeModel } from "../../src/http/models/event-type.ts";
import type { EventTypeImportOpenapiOut as ImportModel } from "../../src/http/models/event-type-import.ts";
import type { LaneOut as LaneModel } from "../../src/http/models/lane.ts";
import type { MessageOut as MessageModel } from "../../src/http/models/message.ts";
import type {
	PortalOut as PortalModel,
	PortalSessionOut as PortalSessionModel,
} from "../../src/http/models/portal.ts";
import type { ReplayCountOut as ReplayCountModel } from "../../src/http/models/replay.ts";
import type {
	SettingsOut as AllSettingsModel,
	PortalSettingsOut as SettingsModel,
} from "../../src/http/models/settings.ts";
import type {
	MessageEndpointOut as StandingModel,
	MessageStandingOut as SummaryModel,
} from "../../src/http/models/standing.ts";
import type { TestAttemptOut as TestModel } from "../../src/http/models/test-attempt.ts";

export type EndpointOut = z.output<typeof EndpointModel>;
export type EventTypeOut = z.output<typeof EventTypeModel>;
export type MessageOut = z.output<typeof MessageModel>;
export type LaneOut = z.output<typeof LaneModel>;
export type MessageAttemptOut = z.output<typeof AttemptModel>;
export type MessageEndpointOut = z.output<typeof StandingModel>;
export type MessageStandingOut = z.output<typeof SummaryModel>;
export type EndpointMessageOut = z.output<typeof EndpointMessageModel>;
export type AttemptHeadersOut = z.output<typeof HeadersModel>;
export type BackgroundTaskOut = z.output<typeof TaskModel>;

export type EndpointHeadersOut = z.output<typeof EndpointHeadersModel>;
export type ReplayCountOut = z.output<typeof ReplayCountModel>;
export type TestAttemptOut = z.output<typeof TestModel>;

/** A page of any list. */
export type ListOf<T> = {
	data: T[];
	done: boolean;
	iterator: string | null;
	prevIterator: string | null;
};

export type HourCount = { at: string; success: number; fail: number };

/** Whose the key or token is. */
export type WhoamiOut = z.output<typeof WhoamiModel>;

export type PortalSettingsOut = z.output<typeof SettingsModel>;
export type Palette = NonNullable<PortalSettingsOut["colorPaletteLight"]>;
export type EndpointOverviewOut = z.output<typeof OverviewModel>;
export type ActivityOut = z.output<typeof ActivityModel>;
/** Without the token: what a reload asks for. */
export type PortalOut = z.output<typeof PortalModel>;
export type PortalSessionOut = z.output<typeof PortalSessionModel>;

/** What an import did, or would do. */
export type ImportReport = z.output<typeof ImportModel>["data"];
/** All settings of an organisation, for its own console. */
export type SettingsOut = z.output<typeof AllSettingsModel>;
export type DomainOut = z.output<typeof DomainModel>;
