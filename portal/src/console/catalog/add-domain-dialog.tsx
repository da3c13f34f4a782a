// Asks for a domain of the organisation's own.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import type { DomainOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { RadioCards } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorNote } from "../../ui/states.tsx";

export const DOMAINS_PATH = "/environment/domain/";

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
	const [hostname, setHostname] = useState("");
	const [serves, setServes] = useState<DomainOut["serves"]>("catalog");
	const add = useAction(() =>
		request<DomainOut>("POST", DOMAINS_PATH, { body: { hostname: hostname.trim(), serves } }),
	);
	const onSubmit = async () => {
		if ((await add.run()) === undefined) return;
		invalidate(DOMAINS_PATH);
		onClose();
	};
	const complaint = add.error?.fields.hostname ?? null;
	return (
		<Dialog
			title={t("console.domains.addTitle")}
			onClose={onClose}
			onSubmit={() => {
				if (!add.isBusy && hostname.trim() !== "") void onSubmit();
			}}
			footer={
				<>
					<Button onClick={onClose}>{t("dialog.cancel")}</Button>
					<Button
						type="submit"
						look="primary"
						isBusy={add.isBusy}
						disabled={hostname.trim() === ""}
					>
						{t("console.domains.add")}
					</Button>
				</>
			}
		>
			<TextField
				label={t("console.domains.hostname")}
				hint={t("console.domains.hostnameHint")}
				error={complaint}
				placeholder="webhooks.example.com"
				value={hostname}
				onChange={setHostname}
				autocomplete="off"
				spellcheck={false}
			/>
			<RadioCards
				legend={t("console.domains.serves")}
				value={serves}
				onChange={setServes}
				cards={[
					{
						value: "catalog",
						label: t("console.domains.serves.catalog"),
						hint: t("console.domains.servesHint.catalog"),
					},
					{
						value: "portal",
						label: t("console.domains.serves.portal"),
						hint: t("console.domains.servesHint.portal"),
					},
				]}
			/>
			{complaint === null && <ErrorNote error={add.error} />}
		</Dialog>
	);
}
