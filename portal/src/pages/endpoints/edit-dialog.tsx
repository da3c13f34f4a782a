// Changing an endpoint's address and description.
import { useState } from "preact/hooks";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { urlComplaint } from "./endpoint-draft.ts";
import { UrlField } from "./url-field.tsx";
import { usePatch } from "./use-switches.ts";

export function EditDialog({ endpoint, onClose }: { endpoint: EndpointOut; onClose: () => void }) {
	const [url, setUrl] = useState(endpoint.url);
	const [description, setDescription] = useState(endpoint.description);
	const [isAsked, setAsked] = useState(false);
	const patch = usePatch(endpoint);
	const save = async () => {
		setAsked(true);
		if (urlComplaint(url) !== undefined || patch.isBusy) return;
		const body = {
			...(url.trim() !== endpoint.url && { url: url.trim() }),
			...(description !== endpoint.description && { description }),
		};
		if (Object.keys(body).length > 0 && (await patch.run(body)) === undefined) return;
		toast(t("endpoint.saved"));
		onClose();
	};
	return (
		<Dialog
			title={t("edit.title")}
			onClose={onClose}
			onSubmit={save}
			footer={<SaveFooter onClose={onClose} isBusy={patch.isBusy} />}
		>
			<UrlField
				value={url}
				onChange={setUrl}
				isAsked={isAsked}
				refusal={complaintAbout(patch.error, "url")}
				hasFocus
			/>
			<TextField
				label={t("endpoint.description")}
				hint={t("endpoint.description.hint")}
				isOptional
				value={description}
				onChange={setDescription}
				error={complaintAbout(patch.error, "description")}
			/>
			<ErrorNote error={restOf(patch.error, ["url", "description"])} />
		</Dialog>
	);
}

/** The row below a dialog that saves. */
export const SaveFooter = ({ onClose, isBusy }: { onClose: () => void; isBusy: boolean }) => (
	<>
		<Button onClick={onClose}>{t("dialog.cancel")}</Button>
		<Button type="submit" look="primary" isBusy={isBusy}>
			{t("endpoint.save")}
		</Button>
	</>
);
