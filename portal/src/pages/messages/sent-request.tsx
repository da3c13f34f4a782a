// A request as it was sent, to read and to send again by hand.
import { inApp } from "../../lib/api.ts";
import { toCurl } from "../../lib/curl.ts";
import { useQuery } from "../../lib/query.ts";
import type { AttemptHeadersOut, MessageAttemptOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Note } from "../../ui/states.tsx";
import { Headers } from "./headers.tsx";

export function SentRequest({
	attempt: { msgId, url },
	headers: { sentHeaders, sensitive },
}: {
	attempt: MessageAttemptOut;
	headers: AttemptHeadersOut;
}) {
	const path = inApp(`/msg/${msgId}/raw/`);
	const body = useQuery<string>(path, { as_sent: true }, { isText: true });
	const sent = Object.entries(sentHeaders);
	const isMasked = sent.some(([name]) => sensitive.includes(name));
	if (sent.length === 0) return <Note>{t("attempt.notSent")}</Note>;
	return (
		<>
			<div class="row">
				<code class="request-line">
					POST <bdi>{url}</bdi>
				</code>
				{body.data !== undefined && (
					<>
						<CopyButton text={toCurl({ url, headers: sent, body: body.data })}>
							{t("attempt.curl")}
						</CopyButton>
						<CopyButton text={body.data}>{t("attempt.copyPayload")}</CopyButton>
					</>
				)}
			</div>
			{body.data !== undefined && isMasked && <p class="quiet-text">{t("attempt.curl.masked")}</p>}
			{body.error && <Note>{t("attempt.bodyGone")}</Note>}
			<Headers headers={sentHeaders} masked={sensitive} />
		</>
	);
}
