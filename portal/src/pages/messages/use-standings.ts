// How the shown messages stand: all of them in one question after they are drawn, again while something moves.
import { useEffect, useMemo, useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { dueIds, type Known } from "../../lib/standing-summary.ts";
import type { MessageStandingOut } from "../../models.ts";

const AT_ONCE = 50;
/** Messages that come together are asked for together. */
const REST_MS = 150;
const HIDDEN_MS = 5_000;
const AFTER_ERROR_MS = 15_000;

export function useStandings(ids: readonly string[]): ReadonlyMap<string, MessageStandingOut> {
	const [known, setKnown] = useState<Known>(new Map());
	const shown = ids.join(",");
	useEffect(() => {
		if (shown === "") return;
		const controller = new AbortController();
		let found = known;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const again = (ms: number) => {
			timer = setTimeout(ask, Math.max(ms, REST_MS));
		};
		const ask = async () => {
			if (document.hidden) return again(HIDDEN_MS);
			const { due, waitMs } = dueIds(shown.split(","), found, Date.now(), AT_ONCE);
			if (due.length === 0) return waitMs === null ? undefined : again(waitMs);
			try {
				const path = inApp("/message-standing/");
				const query = { ids: due.join(",") };
				const answer = await request<{ data: MessageStandingOut[] }>("GET", path, {
					query,
					signal: controller.signal,
				});
				found = merge(found, due, answer.data);
				setKnown(found);
				again(0);
			} catch {
				if (!controller.signal.aborted) again(AFTER_ERROR_MS);
			}
		};
		again(0);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [shown]);
	return useMemo(
		() =>
			new Map([...known].map(([id, { standing }]): [string, MessageStandingOut] => [id, standing])),
		[known],
	);
}

/** What was asked for and not answered is gone: it is not asked for again. */
function merge(known: Known, asked: readonly string[], answered: MessageStandingOut[]): Known {
	const at = Date.now();
	const byId = new Map(answered.map((standing) => [standing.id, standing]));
	const none = (id: string) => ({ id, endpoints: 0, states: {}, nextAttempt: null });
	return new Map([
		...known,
		...asked.map((id) => [id, { standing: byId.get(id) ?? none(id), at }] as const),
	]);
}
