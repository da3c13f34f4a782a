// One attempt from both sides: the answer, the request as it was sent, and how to verify it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { isBinary } from "../../lib/binary.ts";
import { formatDuration } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import type { AttemptHeadersOut, MessageAttemptOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { Headers } from "./headers.tsx";
import { SentRequest } from "./sent-request.tsx";
import { VerifyHelp } from "./verify-help.tsx";

/** Says what of an answer was left out, as in `body, headers`. */
const CUT_HEADER = "edgehook-cut";

type Part = "response" | "request" | "verify";

export function AttemptDetail({ attempt }: { attempt: MessageAttemptOut }) {
	const { id, msgId, attemptNumber } = attempt;
	const [part, setPart] = useState<Part>("response");
	const path = inApp(`/msg/${msgId}/attempt/${id}/`);
	const whole = useQuery<MessageAttemptOut>(path);
	const headers = useQuery<AttemptHeadersOut>(`${path}headers/`);
	const error = whole.error ?? headers.error;
	const reload = () => {
		whole.reload();
		headers.reload();
	};
	if (error) return <ErrorState error={error} onRetry={reload} />;
	if (whole.data === undefined || headers.data === undefined) return <Skeleton rows={3} />;
	return (
		<Tabs
			label={t("attempt.parts", { number: attemptNumber })}
			current={part}
			onChange={setPart}
			tabs={[
				{ name: "response", label: t("attempt.response") },
				{ name: "request", label: t("attempt.request") },
				{ name: "verify", label: t("attempt.verify") },
			]}
		>
			<div class="stack">
				{part === "response" && <Answer attempt={whole.data} headers={headers.data} />}
				{part === "request" && <SentRequest attempt={whole.data} headers={headers.data} />}
				{part === "verify" && <VerifyHelp sent={headers.data.sentHeaders} />}
			</div>
		</Tabs>
	);
}

function Answer({ attempt, headers }: { attempt: MessageAttemptOut; headers: AttemptHeadersOut }) {
	const { responseStatusCode: code, responseDurationMs, triggerType, timestamp } = attempt;
	const answered = headers.responseHeaders;
	const { [CUT_HEADER]: cut = "", ...shown } = answered ?? {};
	return (
		<>
			<dl class="facts">
				<Fact name={t("attempt.status")}>{code === 0 ? t("attempt.noAnswer") : String(code)}</Fact>
				<Fact name={t("attempt.duration")}>{formatDuration(responseDurationMs, localeNow())}</Fact>
				<Fact name={t("attempt.trigger")}>
					{t(triggerType === 1 ? "attempt.manual" : "attempt.scheduled")}
				</Fact>
				<Fact name={t("attempt.time")}>
					<Time at={timestamp} isExact />
				</Fact>
			</dl>
			{answered !== null && (
				<>
					<Body text={attempt.response} contentType={answered["content-type"]} />
					{cut.includes("body") && <Note>{t("attempt.truncated")}</Note>}
					<Headers headers={shown} masked={headers.sensitive} />
					{cut.includes("headers") && <Note>{t("attempt.headersCut")}</Note>}
				</>
			)}
		</>
	);
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
	<div>
		<dt>{name}</dt>
		<dd>{children}</dd>
	</div>
);

function Body({ text, contentType }: { text: string; contentType: string | undefined }) {
	if (text === "") return <p class="quiet-text">{t("attempt.emptyBody")}</p>;
	if (isBinary(text, contentType)) {
		return (
			<>
				<Note>{t("attempt.binary")}</Note>
				<CodeBlock label={t("attempt.body")} text={text} isWrapped />
			</>
		);
	}
	return /^\s*[[{]/.test(text) ? (
		<JsonView label={t("attempt.body")} text={text} />
	) : (
		<CodeBlock label={t("attempt.body")} text={text} isWrapped />
	);
}
