// Hooks of what goes on: an endpoint's lane, repairs of many messages, and the background tasks that make them.

import type {
	BackgroundTaskOut,
	BulkReplayIn,
	CancelIn,
	CancelOut,
	LaneOut,
	RecoverIn,
	ReplayCountIn,
	ReplayCountOut,
	ReplayIn,
} from "./models.ts";
import { type MaybeId, useAppPath, useCalls, useListPath } from "./paths.ts";
import { useMemo } from "./react.ts";
import { type PaginatedData, type PaginatedOptions, usePages } from "./use-pages.ts";
import { type EntityState, type RefreshOptions, useEntity } from "./use-read.ts";

const LANE_REFRESH_MS = 5_000;
const TASK_REFRESH_MS = 2_000;

export interface EndpointLaneState extends EntityState<LaneOut> {
	/** Takes back what waits. */
	cancelWaiting: (options?: CancelIn) => Promise<CancelOut>;
}

/** What waits at an endpoint, how fast it goes, and why it stands still; asked again every 5 seconds. */
export function useEndpointLane(
	endpointId: MaybeId,
	{ refreshMs = LANE_REFRESH_MS }: RefreshOptions = {},
): EndpointLaneState {
	const path = useAppPath("endpoint", endpointId);
	const call = useCalls(path);
	const state = useEntity<LaneOut>(path && `${path}lane/`, { refreshMs });
	const cancelWaiting = async (body: CancelIn = {}) => {
		const cancelled = await call<CancelOut>("POST", "cancel/", body);
		state.reload();
		return cancelled;
	};
	return { ...state, cancelWaiting };
}

export interface EndpointReplay {
	/** How many messages one of the others would send; ask before it is done. */
	countMessages: (what: ReplayCountIn) => Promise<ReplayCountOut>;
	/** Those that failed. */
	recover: (options: RecoverIn) => Promise<BackgroundTaskOut>;
	/** Those that were never sent to it. */
	replayMissing: (options: ReplayIn) => Promise<BackgroundTaskOut>;
	/** All that the filters match, delivered or not. */
	bulkReplay: (options: BulkReplayIn) => Promise<BackgroundTaskOut>;
}

/** Each answers with the task that does it: see `useBackgroundTask`. */
export function useEndpointReplay(endpointId: string): EndpointReplay {
	const call = useCalls(useAppPath("endpoint", endpointId));
	return useMemo(
		() => ({
			countMessages: (body) => call("POST", "replay-count/", body),
			recover: (body) => call("POST", "recover/", body),
			replayMissing: (body) => call("POST", "replay-missing/", body),
			bulkReplay: (body) => call("POST", "bulk-replay/", body),
		}),
		[call],
	);
}

export interface PaginatedOptionsTasks extends PaginatedOptions {
	status?: BackgroundTaskOut["status"] | undefined;
	task?: BackgroundTaskOut["task"] | undefined;
}

export function useBackgroundTasks({
	status,
	task,
	...options
}: PaginatedOptionsTasks = {}): PaginatedData<BackgroundTaskOut> {
	return usePages(useListPath("background-task"), { status, task }, options);
}

export interface BackgroundTaskState extends EntityState<BackgroundTaskOut> {
	/** What was sent stays sent. */
	cancelTask: () => Promise<void>;
}

/** A task, asked again every 2 seconds while it runs. */
export function useBackgroundTask(
	taskId: MaybeId,
	{ refreshMs = TASK_REFRESH_MS }: RefreshOptions = {},
): BackgroundTaskState {
	const path = useAppPath("background-task", taskId);
	const call = useCalls(path);
	const state = useEntity<BackgroundTaskOut>(path, { refreshMs, goesOn: isRunning });
	const cancelTask = async () => {
		await call("POST", "cancel/");
		state.reload();
	};
	return { ...state, cancelTask };
}

const isRunning = ({ status }: BackgroundTaskOut): boolean => status === "running";
