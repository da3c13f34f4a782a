// The records that the API takes. Written by scripts/build-react.ts from openapi.json: do not edit.

export interface EndpointIn {
	uid?: string | null | undefined;
	/** Event types that the endpoint gets; none means all. A group, as `invoice.*`, stands for all that begin so, future ones too. */
	eventTypes?: Array<string> | null | undefined;
	/** Older name of eventTypes. @deprecated */
	filterTypes?: Array<string> | null | undefined;
	channels?: Array<string> | null | undefined;
	throttleRate?: number | null | undefined;
	/** Older name of throttleRate. @deprecated */
	rateLimit?: number | null | undefined;
	/** Deliver strictly one after the other, in the order of acceptance. */
	ordered?: boolean | undefined;
	/** Messages wait until it is false again. */
	paused?: boolean | undefined;
	/** Attempts under way at the same time; null for 64. */
	maxInFlight?: number | null | undefined;
	url: string;
	description?: string | undefined;
	/** @deprecated */
	version?: number | null | undefined;
	disabled?: boolean | undefined;
	metadata?: Record<string, string> | null | undefined;
	secret?: string | null | undefined;
	headers?: Record<string, string> | null | undefined;
}

export interface EndpointUpdate {
	uid?: string | null | undefined;
	/** Event types that the endpoint gets; none means all. A group, as `invoice.*`, stands for all that begin so, future ones too. */
	eventTypes?: Array<string> | null | undefined;
	/** Older name of eventTypes. @deprecated */
	filterTypes?: Array<string> | null | undefined;
	channels?: Array<string> | null | undefined;
	throttleRate?: number | null | undefined;
	/** Older name of throttleRate. @deprecated */
	rateLimit?: number | null | undefined;
	/** Deliver strictly one after the other, in the order of acceptance. */
	ordered?: boolean | undefined;
	/** Messages wait until it is false again. */
	paused?: boolean | undefined;
	/** Attempts under way at the same time; null for 64. */
	maxInFlight?: number | null | undefined;
	url: string;
	description?: string | undefined;
	/** @deprecated */
	version?: number | null | undefined;
	disabled?: boolean | undefined;
	metadata?: Record<string, string> | null | undefined;
}

export interface EndpointPatch {
	uid?: string | null | undefined;
	/** Event types that the endpoint gets; none means all. A group, as `invoice.*`, stands for all that begin so, future ones too. */
	eventTypes?: Array<string> | null | undefined;
	/** Older name of eventTypes. @deprecated */
	filterTypes?: Array<string> | null | undefined;
	channels?: Array<string> | null | undefined;
	throttleRate?: number | null | undefined;
	/** Older name of throttleRate. @deprecated */
	rateLimit?: number | null | undefined;
	/** Deliver strictly one after the other, in the order of acceptance. */
	ordered?: boolean | undefined;
	/** Messages wait until it is false again. */
	paused?: boolean | undefined;
	/** Attempts under way at the same time; null for 64. */
	maxInFlight?: number | null | undefined;
	url?: string | undefined;
	description?: string | undefined;
	/** @deprecated */
	version?: number | undefined;
	disabled?: boolean | undefined;
	metadata?: Record<string, string> | undefined;
}

export interface EndpointHeadersIn {
	headers: Record<string, string>;
}

export interface EndpointHeadersPatchIn {
	headers: Record<string, string | null>;
	deleteHeaders?: Array<string> | undefined;
}

export interface EndpointSecretRotateIn {
	key?: string | null | undefined;
	/** Seconds that the old secret stays valid; 86400 when absent. */
	gracePeriodSeconds?: number | null | undefined;
}

export interface EventExampleIn {
	eventType: string;
	exampleIndex?: number | undefined;
}

export interface CancelIn {
	/** Only messages that were accepted before this; until now when absent. */
	before?: Date | string | null | undefined;
}

export interface RecoverIn {
	/** Messages created at this time or later. */
	since: Date | string;
	/** Messages created before this time; without it, until now. */
	until?: Date | string | null | undefined;
}

export interface ReplayIn extends RecoverIn {}

export interface BulkReplayIn extends RecoverIn {
	eventTypes?: Array<string> | null | undefined;
	channel?: string | null | undefined;
	tag?: string | null | undefined;
	/** How a message stands, as the endpoint's list of messages shows it with expanded_statuses: 0 success, 1 pending (none: what waits for its turn is sent in any case), 2 fail, 3 sending (under way, or waiting for a retry), 4 canceled (also what came while the endpoint was disabled) */
	status?: 0 | 1 | 2 | 3 | 4 | null | undefined;
	statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | null | undefined;
}

export interface ReplayCountIn extends RecoverIn {
	eventTypes?: Array<string> | null | undefined;
	channel?: string | null | undefined;
	tag?: string | null | undefined;
	/** How a message stands, as the endpoint's list of messages shows it with expanded_statuses: 0 success, 1 pending (none: what waits for its turn is sent in any case), 2 fail, 3 sending (under way, or waiting for a retry), 4 canceled (also what came while the endpoint was disabled) */
	status?: 0 | 1 | 2 | 3 | 4 | null | undefined;
	statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | null | undefined;
	kind: "recover" | "replay-missing" | "bulk-replay";
}
