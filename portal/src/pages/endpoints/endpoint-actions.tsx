// What one can do with an endpoint, from its head.
import { useMay } from "../../lib/capabilities.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { Asked } from "./asked-dialog.tsx";
import { useSwitches } from "./use-switches.ts";

export type Part = { endpoint: EndpointOut; ask: (asked: Asked) => void };

export function Actions({ endpoint, ask }: Part) {
	const mayManage = useMay("ManageEndpoint");
	const mayReplay = useMay("CreateAttempts");
	const { setPaused, setDisabled } = useSwitches(endpoint);
	const { paused, disabled } = endpoint;
	return (
		<>
			{mayManage && (
				<Button icon="edit" onClick={() => ask("edit")}>
					{t("endpoint.edit")}
				</Button>
			)}
			{mayReplay && !disabled && (
				<Menu
					label={t("replay.title")}
					look="normal"
					items={[
						{ label: t("recover.title"), hint: t("recover.menu"), onSelect: () => ask("recover") },
						{ label: t("missing.title"), hint: t("missing.menu"), onSelect: () => ask("missing") },
						{ label: t("filter.title"), hint: t("filter.menu"), onSelect: () => ask("filter") },
					]}
				>
					{t("replay.title")}
				</Menu>
			)}
			{mayManage && (
				<Menu
					label={t("endpoint.more")}
					look="normal"
					items={[
						!disabled && {
							label: t(paused ? "endpoint.resume" : "endpoint.pause"),
							icon: paused ? "play" : "pause",
							onSelect: () => void setPaused.run(!paused),
						},
						{
							label: t(disabled ? "endpoint.enable" : "endpoint.disable"),
							icon: disabled ? "check" : "stop",
							onSelect: () => void setDisabled.run(!disabled),
						},
						{
							label: t("endpoint.delete"),
							icon: "trash",
							isDanger: true,
							onSelect: () => ask("delete"),
						},
					]}
				/>
			)}
		</>
	);
}
