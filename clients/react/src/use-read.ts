// Reads from the API, one answer at a time: the old request ends where a new one begins.

import type { EdgehookClient } from "./client.ts";
import { asError, EdgehookError } from "./errors.ts";
import { useEdgehook } from "./provider.ts";
import { useCallback, useEffect, useState } from "./react.ts";

export interface EntityState<T> {
	/** The last good answer. */
	data: T | undefined;
	/** True from the first drawing on until the answer is there. */
	loading: boolean;
	/** Why the last request failed; gone after the next success. */
	error: Error | undefined;
	reload: () => void;
}

export interface RefreshOptions {
	/** Asks again so many milliseconds after each answer, while the page is looked at. */
	refreshMs?: number | undefined;
}

/** How often to ask: after so many milliseconds, while the answer says that there is more to come. */
type Rhythm<T> = { refreshMs?: number | undefined; goesOn?: ((data: T) => boolean) | undefined };

type Answer<T> = { data: T } | { error: Error };

type Kept<T> = {
	client: EdgehookClient;
	scope: string;
	/** What was answered last. */
	path?: string | undefined;
	error?: Error | undefined;
	data?: T | undefined;
	/** What the data answer. */
	dataPath?: string | undefined;
	isBusy: boolean;
};

/** `isCurrent`: the data are of this path, and not of the one before it in the same scope. */
export type Read<T> = EntityState<T> & { isCurrent: boolean };

/**
 * @param path with its query; null asks nothing
 * @param scope while it stays the same, the old data are shown until the new ones are there
 * @param rhythm its `goesOn` is the same from drawing to drawing
 */
export function useRead<T>(path: string | null, scope: string, rhythm: Rhythm<T>): Read<T> {
	const { client } = useEdgehook();
	const { refreshMs, goesOn } = rhythm;
	const [kept, setKept] = useState<Kept<T> | null>(null);
	const [round, setRound] = useState(0);
	useEffect(() => {
		if (path === null) return;
		const keep = (answer: Answer<T> | null) =>
			setKept((old) => ({
				...(old?.client === client && old.scope === scope && old),
				...{ client, scope, isBusy: answer === null },
				...(answer !== null && { path, error: undefined, ...answer }),
				...(answer !== null && "data" in answer && { dataPath: path }),
			}));
		if (round > 0) keep(null);
		return read(client, path, keep, { refreshMs, goesOn });
	}, [client, path, scope, round, refreshMs, goesOn]);
	const reload = useCallback(() => setRound((old) => old + 1), []);
	const shown = kept?.client === client && kept.scope === scope ? kept : null;
	const isSettled = shown?.path === path && !shown?.isBusy;
	return {
		data: shown?.data,
		error: shown?.path === path ? shown?.error : undefined,
		loading: path !== null && !isSettled,
		isCurrent: shown?.dataPath === path,
		reload,
	};
}

/** Asks, and asks again when it is time. Returns what ends it. */
function read<T>(
	client: EdgehookClient,
	path: string,
	keep: (answer: Answer<T>) => void,
	{ refreshMs, goesOn = () => true }: Rhythm<T>,
): () => void {
	const abort = new AbortController();
	const { signal } = abort;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const ask = async () => {
		const answer = await client.request<T>("GET", path, { signal }).then(
			(data) => ({ data }),
			(error: unknown) => ({ error: asError(error) }),
		);
		if (signal.aborted) return;
		keep(answer);
		const isOver =
			"error" in answer
				? answer.error instanceof EdgehookError && answer.error.isFinal
				: !goesOn(answer.data);
		if (!isOver) again();
	};
	const again = () => {
		// Nobody looks: nothing is asked until somebody does.
		if (refreshMs) timer = setTimeout(() => (document.hidden ? again() : ask()), refreshMs);
	};
	void ask();
	return () => {
		clearTimeout(timer);
		abort.abort();
	};
}

/** One thing of the API. Without a path nothing is asked. */
export function useEntity<T>(path: string | null, rhythm: Rhythm<T> = {}): EntityState<T> {
	const { isCurrent, ...state } = useRead<T>(path, path ?? "", rhythm);
	return state;
}
