// Sending many messages again: counted first, then begun as a task.
import { useEffect, useState } from "preact/hooks";
import { ApiError, inApp, request } from "../../lib/api.ts";
import { formatNumber } from "../../lib/format.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { pathTo } from "../../lib/routes.ts";
import type { BackgroundTaskOut, ReplayCountOut } from "../../models.ts";
import { localeNow, rich, t } from "../../texts/index.ts";
import { Link } from "../../ui/link.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

export type ReplayKind = "recover" | "replay-missing" | "bulk-replay";
const REST_MS = 300;

type Counted = { count: ReplayCountOut | null; error: ApiError | null };

/** How many it would be; asked again when the question changes. `body` null asks nothing. */
export function useReplayCount(endpointId: string, kind: ReplayKind, body: object | null) {
	const [counted, setCounted] = useState<Counted>({ count: null, error: null });
	const question = body === null ? null : JSON.stringify(body);
	useEffect(() => {
		setCounted({ count: null, error: null });
		if (question === null) return;
		const controller = new AbortController();
		const timer = setTimeout(async () => {
			const path = inApp(`/endpoint/${endpointId}/replay-count/`);
			const options = { body: { kind, ...JSON.parse(question) }, signal: controller.signal };
			try {
				setCounted({ count: await request<ReplayCountOut>("POST", path, options), error: null });
			} catch (error) {
				if (error instanceof ApiError) setCounted({ count: null, error });
			}
		}, REST_MS);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [endpointId, kind, question]);
	return counted;
}

/** The count in words, while it is found out, too. */
export const CountLine = ({ counted: { count, error } }: { counted: Counted }) =>
	error ? (
		<ErrorNote error={error} />
	) : (
		<p class="count-line" role="status">
			{count === null
				? t("replay.counting")
				: count.count === 0
					? t("replay.nothing")
					: t(count.isExact ? "replay.count" : "replay.countAtLeast", { count: count.count })}
		</p>
	);

export const numberOf = (count: ReplayCountOut | null): string =>
	count === null ? "" : formatNumber(count.count, localeNow());

export const useReplay = (endpointId: string, kind: ReplayKind, onDone: () => void) =>
	useAction(async (body: object) => {
		const path = inApp(`/endpoint/${endpointId}/${kind}/`);
		await request<BackgroundTaskOut>("POST", path, { body });
		invalidate(inApp("/background-task/"));
		onDone();
		toast(
			rich("replay.started", { tasks: <Link to={pathTo("tasks", {})}>{t("tasks.title")}</Link> }),
		);
	});
