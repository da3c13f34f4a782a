// One message at one endpoint: how it stands in words, its attempts, and sending it again.
import { useId, useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { useAction } from "../../lib/query.ts";
import { pathTo } from "../../lib/routes.ts";
import { standingWords } from "../../lib/standing-words.ts";
import type { MessageEndpointOut, MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { useNow } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { StateBadge } from "./state-badge.tsx";

const TICK_MS = 1_000;

export function Delivery({
	message,
	to: endpoint,
	isOpenFirst,
	onResent,
}: {
	message: MessageOut;
	to: MessageEndpointOut;
	isOpenFirst: boolean;
	onResent: () => void;
}) {
	const { id, url, standing } = endpoint;
	const mayResend = useMay("CreateAttempts") && !endpoint.disabled && standing.state !== "gone";
	const now = useNow(standing.nextAttempt === null ? null : TICK_MS);
	const [isOpen, setOpen] = useState(isOpenFirst);
	const panel = useId();
	const resend = useAction(() =>
		request<unknown>("POST", inApp(`/msg/${message.id}/endpoint/${id}/resend/`)),
	);
	const shownUrl = url.replace(/^https:\/\//, "");
	return (
		<section class="delivery">
			<div class="delivery-head">
				<StateBadge state={standing.state} />
				<span class="two-lines">
					<h3>
						{standing.state === "gone" ? (
							<bdi title={url}>{shownUrl}</bdi>
						) : (
							<Link to={pathTo("endpoint", { endpointId: id })} class="name" title={url}>
								<bdi>{shownUrl}</bdi>
							</Link>
						)}
					</h3>
				</span>
				{mayResend && (
					<Button
						size="small"
						icon="send"
						isBusy={resend.isBusy}
						aria-label={t("message.resend.to", { url: shownUrl })}
						onClick={async () => {
							if ((await resend.run()) === undefined) return;
							toast(t("message.resent"));
							setOpen(true);
							onResent();
						}}
					>
						{t("message.resend")}
					</Button>
				)}
			</div>
			<p class="delivery-words">{standingWords(endpoint, Math.max(now, Date.now() - TICK_MS))}</p>
			<ErrorNote error={resend.error} />
			{standing.attempts > 0 && (
				<>
					<button
						type="button"
						class="disclosure"
						aria-expanded={isOpen}
						aria-controls={panel}
						onClick={() => setOpen(!isOpen)}
					>
						<Icon name={isOpen ? "down" : "right"} size={12} />
						{t("message.attempts", { count: standing.attempts })}
					</button>
					<div id={panel} hidden={!isOpen}>
						{isOpen && <AttemptList message={message} endpoint={endpoint} />}
					</div>
				</>
			)}
		</section>
	);
}
