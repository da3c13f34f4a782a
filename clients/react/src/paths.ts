// Where the provider's application has its things, and what is called there.
import { segment } from "./client.ts";
import { useEdgehook } from "./provider.ts";
import { useMemo } from "./react.ts";

/** An id that is not known yet: nothing is asked until it is. */
export type MaybeId = string | null | undefined;

/** The path of a list in the provider's application. */
export const useListPath = (noun: string): string =>
	`/app/${segment(useEdgehook().appId)}/${noun}/`;

/** The path of something in it; null while its id is not known. */
export function useAppPath(noun: string, id: MaybeId, rest = "/"): string | null {
	const list = useListPath(noun);
	return id ? list + segment(id) + rest : null;
}

/** Calls of the API below a path. */
export function useCalls(path: string | null) {
	const { client } = useEdgehook();
	return useMemo(
		() =>
			<T>(method: string, rest = "", body?: object): Promise<T> =>
				client.request(method, path + rest, { body }),
		[client, path],
	);
}
