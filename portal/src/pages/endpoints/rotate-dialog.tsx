// Replacing the signing secret: the old one stays valid for a while, so that the receiver can follow.
import { useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format.ts";
import { useAction } from "../../lib/query.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { ErrorNote, Note } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { remember } from "./endpoint-memory.ts";

const GRACES = ["0", "3600", "86400", "259200", "604800"] as const;

export function RotateDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
	const [grace, setGrace] = useState<(typeof GRACES)[number]>("86400");
	const [key, setKey] = useState("");
	const seconds = Number(grace);
	const until = Date.now() + seconds * 1000;
	const rotate = useAction(async () => {
		const body = { gracePeriodSeconds: seconds, ...(key.trim() !== "" && { key: key.trim() }) };
		await request<null>("POST", inApp(`/endpoint/${endpointId}/secret/rotate/`), { body });
		return true;
	});
	const save = async () => {
		if (rotate.isBusy || (await rotate.run()) === undefined) return;
		remember(endpointId, { oldSecretUntil: new Date(until).toISOString() });
		toast(t("rotate.done"));
		onClose();
	};
	return (
		<Dialog
			title={t("rotate.title")}
			onClose={onClose}
			onSubmit={save}
			footer={
				<>
					<Button onClick={onClose}>{t("dialog.cancel")}</Button>
					<Button type="submit" look="primary" isBusy={rotate.isBusy}>
						{t("rotate.confirm")}
					</Button>
				</>
			}
		>
			<p>{t("rotate.text")}</p>
			<Select
				label={t("rotate.grace")}
				value={grace}
				onChange={setGrace}
				options={GRACES.map((value) => ({ value, label: t(`rotate.grace.${value}`) }))}
				hint={
					seconds === 0 ? undefined : t("rotate.until", { time: formatMoment(until, localeNow()) })
				}
			/>
			{seconds === 0 && <Note kind="warning">{t("rotate.atOnce")}</Note>}
			<TextField
				label={t("rotate.own")}
				hint={t("secret.own.hint")}
				isOptional
				placeholder="whsec_…"
				autocomplete="off"
				spellcheck={false}
				value={key}
				onChange={setKey}
				error={complaintAbout(rotate.error, "key")}
			/>
			<ErrorNote error={restOf(rotate.error, ["key"])} />
		</Dialog>
	);
}
