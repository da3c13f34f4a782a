// Sending again what failed, or what was never tried, since a time.
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { useSince } from "./since-choice.tsx";
import { CountLine, useReplay, useReplayCount } from "./use-replay.tsx";

const WORDS = { recover: "recover", "replay-missing": "missing" } as const;

export function RecoverDialog({
	kind,
	endpointId,
	since: given = null,
	onClose,
}: {
	kind: keyof typeof WORDS;
	endpointId: string;
	/** Where the choice begins. */
	since?: string | null;
	onClose: () => void;
}) {
	const { since, field } = useSince(given);
	const body = since === null ? null : { since };
	const counted = useReplayCount(endpointId, kind, body);
	const start = useReplay(endpointId, kind, onClose);
	const isReady = body !== null && (counted.count?.count ?? 0) > 0;
	return (
		<Dialog
			title={t(`${WORDS[kind]}.title`)}
			onClose={onClose}
			onSubmit={() => isReady && !start.isBusy && void start.run(body)}
			footer={
				<>
					<Button onClick={onClose}>{t("dialog.cancel")}</Button>
					<Button type="submit" look="primary" isBusy={start.isBusy} disabled={!isReady}>
						{t(`${WORDS[kind]}.confirm`)}
					</Button>
				</>
			}
		>
			<p>{t(`${WORDS[kind]}.text`)}</p>
			{field}
			{body !== null && <CountLine counted={counted} />}
			<ErrorNote error={start.error} />
		</Dialog>
	);
}
