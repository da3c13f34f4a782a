// The typed way to an endpoint's lane; the only place that turns an endpoint id into a stub.
import type {
	AttemptRecord,
	AttemptReport,
	DeliveryItem,
	GivenBack,
	Leave,
	Route,
} from "../core/delivery.ts";
import type { EndpointId, MessageId, TaskId } from "../core/ids.ts";
import type { Outcome, StatusText } from "../core/outcome.ts";
import type { ListEnvelope } from "../core/page.ts";
import type { HeaderList } from "../core/shown-headers.ts";
import type { Standing } from "../core/standing.ts";
import type { ReplayProgress, ReplayTask } from "../core/task.ts";

export type AttemptQuery = {
	limit: number;
	iterator: string | null;
	messageId: MessageId | null;
	succeeded: boolean | null;
	statusClass: number | null;
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	/** Epoch milliseconds of the attempt's start: after (inclusive), before (exclusive). */
	after: number | null;
	before: number | null;
};

/** Messages that a lane was given, newest first. `statuses` null: all. */
export type LaneMessageQuery = {
	limit: number;
	iterator: string | null;
	statuses: readonly LaneMessage["status"][] | null;
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	/** Epoch milliseconds of acceptance: after (inclusive), before (exclusive). */
	after: number | null;
	before: number | null;
};

/** `nextAt` is set while a retry is due. */
export type LaneMessage = {
	seq: number;
	status: StatusText | "canceled";
	nextAt: number | null;
};

/** In the direction that was read. `end` is where the next page begins; null at the end. */
export type LaneMessagePage = { messages: LaneMessage[]; isMore: boolean; end: number | null };

/** How a lane stands behind what it was offered. `epoch` changes when the lane lost its memory. */
export type LaneState = { epoch: string; open: MessageId[] };

/** How messages are offered. `isFirst` false: some may have been offered before. */
export type OfferTerms = {
	isFirst: boolean;
	/** The endpoint as the offering side knows it; the lane goes by the newest version that it has seen. */
	route: Route;
	/** Nothing that was offered to this lane before may still be under way without a trace there. */
	isQuiet: boolean;
	/** Sequence number of the oldest message beside these that the lane has not answered for; null for none. */
	missingFrom: number | null;
};

/** Which waiting messages to cancel: one, or all that are older than a time (epoch milliseconds). */
export type CancelQuery = { messageId: MessageId } | { before: number };

/** How a lane stands now. Times are epoch milliseconds, rates messages per second. */
export type LaneOverview = {
	/** Deliveries that wait for their turn, without those that wait for a retry. */
	waiting: number;
	retrying: number;
	inFlight: number;
	/** When the oldest waiting message was accepted. */
	oldestWaitingAt: number | null;
	/** The limit, and what holds now: less while the endpoint asks to be sent less. */
	throttleRate: number | null;
	currentRate: number | null;
	maxInFlight: number;
	/** Set while the endpoint asked to be left alone (Retry-After). */
	pausedUntil: number | null;
	/** Set while there is nothing but failure. */
	failingSince: number | null;
	isPausedByOperator: boolean;
};

/** What tells when a message has its turn. */
export type StandingTerms = Pick<Route, "ordered" | "throttleRate">;

/** Attempts that began in one minute or hour. */
export type AttemptCount = { at: number; success: number; fail: number };

/** A lane in one line of a list. `hours` are those that were asked for, without those that had no attempt. */
export type LaneGlance = {
	waiting: number;
	retrying: number;
	hours: AttemptCount[];
	/** What came of the newest attempt; null without any. */
	last: Pick<Outcome, "failure" | "status" | "startedAt" | "durationMs"> | null;
};

/** How many messages a bulk task would send; when that is not exact, at least so many. */
export type ReplayCount = { count: number; isExact: boolean };

export type LaneRpc = {
	/**
	 * Offers messages in order; answers for each when it may be sent (now or very soon), or null when the lane
	 * sends it itself or has it already.
	 */
	offer(
		items: DeliveryItem[],
		terms: OfferTerms,
	): Promise<{ epoch: string; granted: (Leave | null)[] }>;
	/** Which offered messages have no durable trace yet. */
	state(): Promise<LaneState>;
	/** Makes sure that each message has a durable trace: queues those that the lane does not know. */
	recover(items: DeliveryItem[], missingFrom: number | null): Promise<void>;
	/** What came of attempts, and which did not begin: those wait again. */
	report(reports: AttemptReport[], givenBack?: GivenBack[]): Promise<void>;
	listAttempts(query: AttemptQuery): Promise<ListEnvelope<AttemptRecord>>;
	listMessages(query: LaneMessageQuery): Promise<LaneMessagePage>;
	findAttempt(attemptId: string): Promise<AttemptRecord | null>;
	/** What was sent with an attempt, as people may see it; null when it is not known. */
	sentHeaders(attemptId: string): Promise<HeaderList | null>;
	/** Forgets what was sent and answered; false when there is no such attempt of that message. */
	expungeAttempt(messageId: MessageId, attemptId: string): Promise<boolean>;
	/** The endpoint changed: its deliveries stop, go on, or end. Without `route` that is read again. */
	invalidate(route?: Route): Promise<void>;
	/** A person resumed the endpoint: what it asked for itself ends, and what waits goes on. */
	resume(): Promise<void>;
	/** Sends a message once more, now; the retry that it may wait for is moved up. */
	resend(item: DeliveryItem): Promise<void>;
	/**
	 * Cancels what waits (not what is under way); answers how many.
	 * @param unanswered sequence numbers of messages that are on their way to the lane: it takes none of them
	 */
	cancel(query: CancelQuery, unanswered?: number[]): Promise<number>;
	/** How messages stand; `terms` are the endpoint's as they are now. Writes nothing and asks nobody. */
	standings(messageIds: MessageId[], terms: StandingTerms): Promise<Standing[]>;
	overview(): Promise<LaneOverview>;
	/** Attempts by buckets of so many hours, those without any left out. Writes nothing and asks nobody. */
	activity(span: { since: number; until: number; bucketMs: number }): Promise<AttemptCount[]>;
	/** With the attempts by hour from a time on (epoch milliseconds). Writes nothing and asks nobody. */
	glance(hoursFrom: number): Promise<LaneGlance>;
	/** Attempts by minute of the last hour and by hour of the last 90 days; moments without any are left out. */
	counts(): Promise<{ minutes: AttemptCount[]; hours: AttemptCount[] }>;
	/** Attempts that began in a time span, and how many messages wait (`pending`) or are under way (`sending`). */
	stats(span: { since: number; until: number }): Promise<{
		success: number;
		fail: number;
		pending: number;
		sending: number;
		canceled: number;
	}>;
	/** What a bulk task would send now, without beginning it; null when the endpoint is gone. */
	countReplay(task: Pick<ReplayTask, "kind" | "filter">): Promise<ReplayCount | null>;
	/** Whether a test may be sent now: one in a second. */
	takeTest(): Promise<boolean>;
	/** Begins a bulk task, unless the lane knows it already. */
	startTask(task: ReplayTask): Promise<void>;
	/** Null when the lane does not know the task. */
	taskProgress(taskId: TaskId): Promise<ReplayProgress | null>;
	cancelTask(taskId: TaskId): Promise<void>;
};

export type Lanes = { of(endpointId: EndpointId): LaneRpc };

type Namespace = { getByName(name: string): unknown };

export function createLanes(namespace: Namespace): Lanes {
	return {
		// safe because EndpointLane implements LaneRpc and all of it can be cloned
		of: (endpointId) => namespace.getByName(endpointId) as LaneRpc,
	};
}
