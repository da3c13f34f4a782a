// Giving up what waits for an endpoint, all of it or what is older than a time.
import { useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useLane } from "./lane-card.tsx";

export function CancelWaitingDialog({
	endpointId,
	onClose,
}: {
	endpointId: string;
	onClose: () => void;
}) {
	const { data: lane } = useLane(endpointId);
	const [before, setBefore] = useState("");
	const beforeMs = Date.parse(before);
	const isAll = Number.isNaN(beforeMs);
	const count = lane === undefined ? null : lane.waiting + lane.retrying;
	const cancel = useAction(() =>
		request<{ cancelled: number }>("POST", inApp(`/endpoint/${endpointId}/cancel/`), {
			body: isAll ? {} : { before: new Date(beforeMs).toISOString() },
		}),
	);
	const confirm = async () => {
		const answer = await cancel.run();
		if (answer === undefined) return;
		invalidate(inApp(`/endpoint/${endpointId}/lane/`), inApp("/endpoint-overview/"));
		toast(t("cancelWaiting.done", { count: answer.cancelled }));
		onClose();
	};
	return (
		<ConfirmDialog
			title={t("cancelWaiting.title")}
			confirm={t("cancelWaiting.confirm")}
			word={t("cancelWaiting.word")}
			isDanger
			isBusy={cancel.isBusy}
			error={cancel.error}
			onConfirm={confirm}
			onClose={onClose}
		>
			<p>{t("cancelWaiting.text")}</p>
			<TextField
				label={t("cancelWaiting.before")}
				hint={t("cancelWaiting.before.hint")}
				type="datetime-local"
				isOptional
				value={before}
				onChange={setBefore}
			/>
			<p class="count-line" role="status">
				{count === null
					? t("replay.counting")
					: t(isAll ? "cancelWaiting.count" : "cancelWaiting.countAtMost", { count })}
			</p>
		</ConfirmDialog>
	);
}
