// Hooks of messages, of the attempts to deliver them, and of event types.

import { segment } from "./client.ts";
import type {
	EndpointMessageOut,
	EventTypeOut,
	MessageAttemptOut,
	MessageEndpointOut,
	MessageOut,
} from "./models.ts";
import { type MaybeId, useAppPath, useCalls, useListPath } from "./paths.ts";
import { useMemo } from "./react.ts";
import {
	type Filters,
	type PaginatedData,
	type PaginatedOptions,
	toFilters,
	usePages,
} from "./use-pages.ts";
import { type EntityState, type RefreshOptions, useEntity } from "./use-read.ts";

export interface PaginatedOptionsMessages extends PaginatedOptions, Filters {
	tag?: string | undefined;
}

/** 0 success, 1 pending, 2 fail, 3 sending, 4 canceled. */
export type MessageStatus = 0 | 1 | 2 | 3 | 4;
/** 0: there was no HTTP answer. */
export type StatusCodeClass = 0 | 100 | 200 | 300 | 400 | 500;

export interface PaginatedOptionsAttempts extends PaginatedOptions, Filters {
	status?: MessageStatus | undefined;
	statusCodeClass?: StatusCodeClass | undefined;
	tag?: string | undefined;
}

export interface PaginatedOptionsAttemptsByEndpoint extends PaginatedOptionsAttempts {
	/** With the message of each attempt. */
	withMsg?: boolean | undefined;
}

const toAttemptFilters = (options: PaginatedOptionsAttemptsByEndpoint) => ({
	...toFilters(options),
	status: options.status,
	status_code_class: options.statusCodeClass,
	tag: options.tag,
	with_msg: options.withMsg,
});

export function useMessages(options: PaginatedOptionsMessages = {}): PaginatedData<MessageOut> {
	const filters = { ...toFilters(options), tag: options.tag };
	return usePages(useListPath("msg"), filters, options);
}

export function useMessage(
	messageId: MaybeId,
	options: RefreshOptions = {},
): EntityState<MessageOut> {
	return useEntity(useAppPath("msg", messageId), options);
}

/** How a message stands at each endpoint. */
export function useMessageEndpoints(
	messageId: MaybeId,
	options: PaginatedOptionsAttempts = {},
): PaginatedData<MessageEndpointOut> {
	return usePages(useAppPath("msg", messageId, "/endpoint/"), {}, options);
}

export function useMessageAttempts(
	messageId: MaybeId,
	options: PaginatedOptionsAttempts = {},
): PaginatedData<MessageAttemptOut> {
	return usePages(useAppPath("attempt/msg", messageId), toAttemptFilters(options), options);
}

export function useEndpointMessageAttempts(
	endpointId: MaybeId,
	options: PaginatedOptionsAttemptsByEndpoint = {},
): PaginatedData<MessageAttemptOut> {
	return usePages(useAppPath("attempt/endpoint", endpointId), toAttemptFilters(options), options);
}

/** An endpoint's messages, each with how it stands. */
export function useAttemptedMessages(
	endpointId: MaybeId,
	options: PaginatedOptionsAttempts = {},
): PaginatedData<EndpointMessageOut> {
	return usePages(useAppPath("endpoint", endpointId, "/msg/"), toAttemptFilters(options), options);
}

export interface AttemptFunctions {
	/** Sends the attempt's message to its endpoint once more. */
	resendAttempt: () => Promise<void>;
}

export function useAttemptFunctions({
	msgId,
	endpointId,
}: Pick<MessageAttemptOut, "msgId" | "endpointId">): AttemptFunctions {
	const call = useCalls(useAppPath("msg", msgId, `/endpoint/${segment(endpointId)}/resend/`));
	return useMemo(() => ({ resendAttempt: async () => void (await call("POST")) }), [call]);
}

/** With their schemas. */
export function useEventTypes(options: PaginatedOptions = {}): PaginatedData<EventTypeOut> {
	return usePages("/event-type/", { with_content: true }, options);
}
