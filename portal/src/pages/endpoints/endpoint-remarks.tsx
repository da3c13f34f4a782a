// Why nothing is sent to an endpoint, and what was missed meanwhile.
import type { ComponentChildren } from "preact";
import { useMay } from "../../lib/capabilities.ts";
import { useStore } from "../../lib/store.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import type { Part } from "./endpoint-actions.tsx";
import { memory, remember } from "./endpoint-memory.ts";
import { useSwitches } from "./use-switches.ts";

export function Remarks({ endpoint, ask }: Part) {
	const mayManage = useMay("ManageEndpoint");
	const mayReplay = useMay("CreateAttempts");
	const { setDisabled, setPaused } = useSwitches(endpoint);
	const { id, disabled, disabledReason, paused, updatedAt } = endpoint;
	const { missedSince } = useStore(memory)[id] ?? {};
	if (disabled) {
		return (
			<Remark
				action={
					mayManage && (
						<Button size="small" isBusy={setDisabled.isBusy} onClick={() => setDisabled.run(false)}>
							{t("endpoint.enable")}
						</Button>
					)
				}
			>
				<b>{t(`disabled.${disabledReason ?? "byHand"}`)}</b> {t("disabled.text")}{" "}
				<Time at={updatedAt} />.
			</Remark>
		);
	}
	if (paused) {
		return (
			<Remark
				action={
					mayManage && (
						<Button size="small" isBusy={setPaused.isBusy} onClick={() => setPaused.run(false)}>
							{t("endpoint.resume")}
						</Button>
					)
				}
			>
				<b>{t("paused.title")}</b> {t("paused.text")}
			</Remark>
		);
	}
	if (missedSince == null || !mayReplay) return null;
	return (
		<Remark
			action={
				<>
					<Button size="small" onClick={() => ask("missed")}>
						{t("missed.recover")}
					</Button>
					<Button size="small" look="quiet" onClick={() => remember(id, { missedSince: null })}>
						{t("toast.dismiss")}
					</Button>
				</>
			}
		>
			{t("missed.text")} <Time at={missedSince} isExact />.
		</Remark>
	);
}

const Remark = ({
	children,
	action,
}: {
	children: ComponentChildren;
	action: ComponentChildren;
}) => (
	<div class="remark">
		<Note kind="warning">
			<span>{children}</span>
			{action && <span class="row">{action}</span>}
		</Note>
	</div>
);
