// The package: the embedded portal, the provider, and the hooks.
export { AppPortal, type AppPortalProps } from "./app-portal.tsx";
export type { EdgehookClient, EdgehookOptions, Query, RequestOptions } from "./client.ts";
export {
	type EndpointFunctions,
	type EndpointHeadersState,
	type EndpointSecretState,
	type FieldState,
	type NewEndpoint,
	useEndpoint,
	useEndpointFunctions,
	useEndpointHeaders,
	useEndpointSecret,
	useEndpointStats,
	useEndpoints,
	useNewEndpoint,
} from "./endpoints.ts";
export { EdgehookError } from "./errors.ts";
export {
	type BackgroundTaskState,
	type EndpointLaneState,
	type EndpointReplay,
	type PaginatedOptionsTasks,
	useBackgroundTask,
	useBackgroundTasks,
	useEndpointLane,
	useEndpointReplay,
} from "./lanes.ts";
export {
	type AttemptFunctions,
	type MessageStatus,
	type PaginatedOptionsAttempts,
	type PaginatedOptionsAttempts as SvixPaginatedOptionsAttempts,
	type PaginatedOptionsAttemptsByEndpoint,
	type PaginatedOptionsAttemptsByEndpoint as SvixPaginatedOptionsAttemptsByEndpoint,
	type PaginatedOptionsMessages,
	type PaginatedOptionsMessages as SvixPaginatedOptionsMessages,
	type StatusCodeClass,
	useAttemptedMessages,
	useAttemptFunctions,
	useEndpointMessageAttempts,
	useEventTypes,
	useMessage,
	useMessageAttempts,
	useMessageEndpoints,
	useMessages,
} from "./messages.ts";
export type * from "./models.ts";
export {
	type Edgehook,
	EdgehookProvider,
	EdgehookProvider as SvixProvider,
	type EdgehookProviderProps,
	useEdgehook,
	useSvix,
} from "./provider.ts";
export { type MessageTailOptions, type MessageTailState, useMessageTail } from "./tail.ts";
export type { TailMessage, TailStatus } from "./tail-connection.ts";
export type {
	PaginatedData,
	PaginatedData as SvixPaginatedData,
	PaginatedOptions,
	PaginatedOptions as SvixPaginatedOptions,
} from "./use-pages.ts";
export type { EntityState, EntityState as SvixEntity, RefreshOptions } from "./use-read.ts";
