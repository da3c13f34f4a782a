// Switching an endpoint: paused or not, disabled or not.
import { ApiError, inApp, request } from "../../lib/api.ts";
import { invalidate, seed, useAction } from "../../lib/query.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { wordsOf } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { remember } from "./endpoint-memory.ts";

/** Shows the changed endpoint at once wherever it is drawn. */
export function spread(endpoint: EndpointOut): void {
	seed(inApp(`/endpoint/${endpoint.id}/`), {}, endpoint);
	invalidate(inApp("/endpoint-overview/"), inApp(`/endpoint/${endpoint.id}/lane/`));
}

/** Tells a failure of something that has no form of its own. */
async function tellFailure<T>(work: Promise<T>): Promise<T> {
	return work.catch((error: unknown) => {
		if (error instanceof ApiError) toast(wordsOf(error), "bad");
		throw error;
	});
}

export function useSwitches({ id, disabled, updatedAt }: EndpointOut) {
	const setPaused = useAction(async (isPaused: boolean) => {
		const path = inApp(`/endpoint/${id}/${isPaused ? "pause" : "resume"}/`);
		spread(await tellFailure(request<EndpointOut>("POST", path)));
		toast(t(isPaused ? "endpoint.paused" : "endpoint.resumed"));
	});
	const setDisabled = useAction(async (isDisabled: boolean) => {
		const body = { disabled: isDisabled };
		const path = inApp(`/endpoint/${id}/`);
		spread(await tellFailure(request<EndpointOut>("PATCH", path, { body })));
		if (disabled && !isDisabled) remember(id, { missedSince: updatedAt });
		toast(t(isDisabled ? "endpoint.disabledNow" : "endpoint.enabledNow"));
	});
	return { setPaused, setDisabled };
}

/** Saves some fields; the caller's dialog shows why not. */
export const usePatch = ({ id }: Pick<EndpointOut, "id">) =>
	useAction(async (body: object) => {
		const endpoint = await request<EndpointOut>("PATCH", inApp(`/endpoint/${id}/`), { body });
		spread(endpoint);
		return endpoint;
	});
