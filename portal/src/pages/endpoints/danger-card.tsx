// Stopping delivery to an endpoint, for a while or for good.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/layout.tsx";
import { CancelWaitingDialog } from "./cancel-waiting-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { useSwitches } from "./use-switches.ts";

export function DangerCard({ endpoint }: { endpoint: EndpointOut }) {
	const [asked, setAsked] = useState<"delete" | "cancel" | null>(null);
	const { setPaused, setDisabled } = useSwitches(endpoint);
	const { paused, disabled } = endpoint;
	return (
		<Card title={t("danger.title")} isDanger>
			<ul class="deeds">
				{!disabled && (
					<Deed title={t("danger.pause")} text={t("danger.pause.text")}>
						<Button isBusy={setPaused.isBusy} onClick={() => setPaused.run(!paused)}>
							{t(paused ? "endpoint.resume" : "endpoint.pause")}
						</Button>
					</Deed>
				)}
				<Deed title={t("danger.disable")} text={t("danger.disable.text")}>
					<Button isBusy={setDisabled.isBusy} onClick={() => setDisabled.run(!disabled)}>
						{t(disabled ? "endpoint.enable" : "endpoint.disable")}
					</Button>
				</Deed>
				<Deed title={t("danger.cancel")} text={t("danger.cancel.text")}>
					<Button onClick={() => setAsked("cancel")}>{t("cancelWaiting.open")}</Button>
				</Deed>
				<Deed title={t("danger.delete")} text={t("delete.text")}>
					<Button look="danger" onClick={() => setAsked("delete")}>
						{t("endpoint.delete")}
					</Button>
				</Deed>
			</ul>
			{asked === "delete" && <DeleteDialog endpoint={endpoint} onClose={() => setAsked(null)} />}
			{asked === "cancel" && (
				<CancelWaitingDialog endpointId={endpoint.id} onClose={() => setAsked(null)} />
			)}
		</Card>
	);
}

const Deed = ({
	title,
	text,
	children,
}: {
	title: string;
	text: string;
	children: ComponentChildren;
}) => (
	<li>
		<div>
			<h3>{title}</h3>
			<p>{text}</p>
		</div>
		{children}
	</li>
);
