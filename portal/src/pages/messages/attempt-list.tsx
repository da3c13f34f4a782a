// The attempts to deliver one message to one endpoint, newest first; each opens to what was sent and answered.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { useList } from "../../lib/query.ts";
import { outcomeWords } from "../../lib/standing-words.ts";
import type { ListOf, MessageAttemptOut, MessageEndpointOut, MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { AttemptDetail } from "./attempt-detail.tsx";

const LIMIT = 20;
const LIMIT_MAX = 250;

export function AttemptList({
	message,
	endpoint: { id, url, standing },
}: {
	message: MessageOut;
	endpoint: MessageEndpointOut;
}) {
	const [limit, setLimit] = useState(LIMIT);
	const path = inApp(`/attempt/msg/${message.id}/`);
	const query = { endpoint_id: id, with_content: false, limit };
	const list = useList<ListOf<MessageAttemptOut>>(path, query);
	const seen = useRef(standing.attempts);
	useEffect(() => {
		if (seen.current !== standing.attempts) list.reload();
		seen.current = standing.attempts;
	}, [standing.attempts]);
	if (list.isLoading) return <Skeleton rows={1} />;
	if (list.error) return <ErrorState error={list.error} onRetry={list.reload} />;
	const attempts = list.data?.data ?? [];
	if (attempts.length === 0) return <p class="quiet-text">{t("message.attempts.gone")}</p>;
	return (
		<>
			<ul class="attempts" aria-label={t("message.attempts.of", { url })}>
				{attempts.map((attempt) => (
					<Attempt key={attempt.id} attempt={attempt} />
				))}
			</ul>
			{list.data?.done === false && limit < LIMIT_MAX && (
				<Button look="quiet" size="small" isBusy={list.isOld} onClick={() => setLimit(LIMIT_MAX)}>
					{t("message.attempts.more")}
				</Button>
			)}
		</>
	);
}

function Attempt({ attempt }: { attempt: MessageAttemptOut }) {
	const [isOpen, setOpen] = useState(false);
	const panel = useId();
	const { attemptNumber, status, responseStatusCode: code, triggerType, timestamp } = attempt;
	const isGood = status === 0;
	return (
		<li>
			<button
				type="button"
				class="attempt"
				aria-expanded={isOpen}
				aria-controls={panel}
				onClick={() => setOpen(!isOpen)}
			>
				<Icon name={isOpen ? "down" : "right"} size={12} />
				<Badge tone={isGood ? "good" : "bad"} icon={isGood ? "check" : "cross"}>
					{code === 0 ? t("attempt.noAnswer") : String(code)}
				</Badge>
				<span class="attempt-words">
					{t("attempt.number", { number: attemptNumber })}: {outcomeWords(attempt)}
				</span>
				<span class="attempt-facts">
					{triggerType === 1 && <Badge tone="accent">{t("attempt.manual")}</Badge>}
					<Time at={timestamp} />
				</span>
			</button>
			<div id={panel} class="attempt-panel" hidden={!isOpen}>
				{isOpen && <AttemptDetail attempt={attempt} />}
			</div>
		</li>
	);
}
