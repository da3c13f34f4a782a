// Hooks of endpoints: the list, one of them, and what it is set to.

import { asError } from "./errors.ts";
import type {
	BackgroundTaskOut,
	EndpointHeadersIn,
	EndpointHeadersOut,
	EndpointHeadersPatchIn,
	EndpointIn,
	EndpointOut,
	EndpointPatch,
	EndpointSecretOut,
	EndpointSecretRotateIn,
	EndpointStats,
	EndpointUpdate,
	EventExampleIn,
	MessageOut,
	RecoverIn,
} from "./models.ts";
import { type MaybeId, useAppPath, useCalls, useListPath } from "./paths.ts";
import { useMemo, useRef, useState } from "./react.ts";
import { type PaginatedData, type PaginatedOptions, usePages } from "./use-pages.ts";
import { type EntityState, type RefreshOptions, useEntity } from "./use-read.ts";

export function useEndpoints(options: PaginatedOptions = {}): PaginatedData<EndpointOut> {
	return usePages(useListPath("endpoint"), {}, options);
}

export function useEndpoint(
	endpointId: MaybeId,
	options: RefreshOptions = {},
): EntityState<EndpointOut> {
	return useEntity(useAppPath("endpoint", endpointId), options);
}

export function useEndpointStats(
	endpointId: MaybeId,
	options: RefreshOptions = {},
): EntityState<EndpointStats> {
	return useEntity(useAppPath("endpoint", endpointId, "/stats/"), options);
}

export interface EndpointFunctions {
	/** Sends what failed since then once more. */
	recoverEndpointMessages: (options: RecoverIn) => Promise<BackgroundTaskOut>;
	updateEndpoint: (endpoint: EndpointUpdate) => Promise<EndpointOut>;
	/** Changes what is named, and leaves the rest. */
	patchEndpoint: (endpoint: EndpointPatch) => Promise<EndpointOut>;
	deleteEndpoint: () => Promise<void>;
	/** Lets its messages wait. */
	pauseEndpoint: () => Promise<EndpointOut>;
	resumeEndpoint: () => Promise<EndpointOut>;
	sendExample: (example: EventExampleIn) => Promise<MessageOut>;
}

export function useEndpointFunctions(endpointId: string): EndpointFunctions {
	const call = useCalls(useAppPath("endpoint", endpointId));
	return useMemo(
		() => ({
			recoverEndpointMessages: (body) => call("POST", "recover/", body),
			updateEndpoint: (body) => call("PUT", "", body),
			patchEndpoint: (body) => call("PATCH", "", body),
			deleteEndpoint: () => call("DELETE"),
			pauseEndpoint: () => call("POST", "pause/"),
			resumeEndpoint: () => call("POST", "resume/"),
			sendExample: (body) => call("POST", "send-example/", body),
		}),
		[call],
	);
}

export interface EndpointSecretState extends EntityState<EndpointSecretOut> {
	/** The old secret stays valid for a while; the new one is read at once. */
	rotateSecret: (secret?: EndpointSecretRotateIn) => Promise<void>;
}

export function useEndpointSecret(endpointId: MaybeId): EndpointSecretState {
	const path = useAppPath("endpoint", endpointId, "/secret/");
	const state = useEntity<EndpointSecretOut>(path);
	const change = useChange(path, state.reload);
	return { ...state, rotateSecret: (body = {}) => change("POST", body, "rotate/") };
}

export interface EndpointHeadersState extends EntityState<EndpointHeadersOut> {
	/** In place of all that there are. */
	updateEndpointHeaders: (headers: EndpointHeadersIn) => Promise<void>;
	patchEndpointHeaders: (headers: EndpointHeadersPatchIn) => Promise<void>;
}

export function useEndpointHeaders(endpointId: MaybeId): EndpointHeadersState {
	const path = useAppPath("endpoint", endpointId, "/headers/");
	const state = useEntity<EndpointHeadersOut>(path);
	const change = useChange(path, state.reload);
	return {
		...state,
		updateEndpointHeaders: (body) => change("PUT", body),
		patchEndpointHeaders: (body) => change("PATCH", body),
	};
}

/** Changes what a hook reads, and reads it again. */
function useChange(path: string | null, reload: () => void) {
	const call = useCalls(path);
	return async (method: string, body: object, rest?: string): Promise<void> => {
		await call(method, rest, body);
		reload();
	};
}

export interface FieldState<T> {
	value: T;
	setValue: (value: T) => void;
}

export interface NewEndpoint {
	url: FieldState<string>;
	description: FieldState<string>;
	/** None: the endpoint gets all. */
	eventTypes: FieldState<string[]>;
	rateLimitPerSecond: FieldState<number | undefined>;
	/** True while the endpoint is being made. */
	loading: boolean;
	/** `more`: what the fields do not say. */
	createEndpoint: (
		more?: Partial<EndpointIn>,
	) => Promise<{ endpoint?: EndpointOut; error?: Error }>;
}

export function useNewEndpoint(): NewEndpoint {
	const call = useCalls(useListPath("endpoint"));
	const url = useField("");
	const description = useField("");
	const eventTypes = useField<string[]>([]);
	const rateLimitPerSecond = useField<number | undefined>(undefined);
	const [loading, setLoading] = useState(false);
	const making = useRef<ReturnType<NewEndpoint["createEndpoint"]> | null>(null);
	const create = async (more: Partial<EndpointIn>) => {
		setLoading(true);
		try {
			const body = {
				url: url.value,
				description: description.value,
				throttleRate: rateLimitPerSecond.value ?? null,
				eventTypes: eventTypes.value.length === 0 ? null : eventTypes.value,
				...more,
			};
			return { endpoint: await call<EndpointOut>("POST", "", body) };
		} catch (error) {
			return { error: asError(error) };
		} finally {
			making.current = null;
			setLoading(false);
		}
	};
	// A second click makes no second endpoint.
	const createEndpoint: NewEndpoint["createEndpoint"] = (more = {}) => {
		making.current ??= create(more);
		return making.current;
	};
	return { url, description, eventTypes, rateLimitPerSecond, loading, createEndpoint };
}

function useField<T>(initial: T): FieldState<T> {
	const [value, setValue] = useState(initial);
	return { value, setValue: (next) => setValue(() => next) };
}
