// Deletes an endpoint for operational webhooks.
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import type { OperationalEndpointOut } from "../models.ts";

export function DeleteOperationalDialog({
	endpoint,
	onClose,
}: {
	endpoint: OperationalEndpointOut;
	onClose: () => void;
}) {
	const remove = useAction(async () => {
		await request("DELETE", `/operational-webhook/endpoint/${endpoint.id}/`);
		invalidate("/operational-webhook/");
		toast(t("console.ops.deleted"), "good");
		onClose();
	});
	return (
		<ConfirmDialog
			title={t("console.ops.deleteTitle")}
			confirm={t("console.ops.delete")}
			onConfirm={() => void remove.run()}
			onClose={onClose}
			word={hostOf(endpoint.url)}
			isDanger
			isBusy={remove.isBusy}
			error={remove.error}
		>
			<p>{t("console.ops.deleteText")}</p>
			<p>
				<code>{endpoint.url}</code>
			</p>
		</ConfirmDialog>
	);
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
