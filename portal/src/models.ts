// What the API answers: the wire models of the API itself, as types alone.
import type { z } from "zod";
import type { ActivityOut as ActivityModel } from "../../src/http/models/activity.ts";
import type { MessageAttemptOut as AttemptModel } from "../../src/http/models/attempt.ts";
import type { BackgroundTaskOut as TaskModel } from "../../src/http/models/background-task.ts";
import type { EndpointOut as EndpointModel } from "../../src/http/models/endpoint.ts";
import type { EndpointOverviewOut as OverviewModel } from "../../src/http/models/endpoint-overview.ts";
import type { EventTypeOut as EventTypeModel } from "../../src/http/models/event-type.ts";
import type { LaneOut as LaneModel } from "../../src/http/models/lane.ts";
import type { MessageOut as MessageModel } from "../../src/http/models/message.ts";
import type {
	PortalOut as PortalModel,
	PortalSessionOut as PortalSessionModel,
} from "../../src/http/models/portal.ts";
import type { PortalSettingsOut as SettingsModel } from "../../src/http/models/settings.ts";
import type { MessageEndpointOut as StandingModel } from "../../src/http/models/standing.ts";

export type EndpointOut = z.output<typeof EndpointModel>;
export type EventTypeOut = z.output<typeof EventTypeModel>;
export type MessageOut = z.output<typeof MessageModel>;
export type LaneOut = z.output<typeof LaneModel>;
export type MessageAttemptOut = z.output<typeof AttemptModel>;
export type MessageEndpointOut = z.output<typeof StandingModel>;
export type BackgroundTaskOut = z.output<typeof TaskModel>;

/** A page of any list. */
export type ListOf<T> = {
	data: T[];
	done: boolean;
	iterator: string | null;
	prevIterator: string | null;
};

export type HourCount = { at: string; success: number; fail: number };

export type PortalSettingsOut = z.output<typeof SettingsModel>;
export type Palette = NonNullable<PortalSettingsOut["colorPaletteLight"]>;
export type EndpointOverviewOut = z.output<typeof OverviewModel>;
export type ActivityOut = z.output<typeof ActivityModel>;
/** Without the token: what a reload asks for. */
export type PortalOut = z.output<typeof PortalModel>;
export type PortalSessionOut = z.output<typeof PortalSessionModel>;
