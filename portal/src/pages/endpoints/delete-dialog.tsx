// Deleting an endpoint, after a word was typed.
import { inApp, request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { go } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";

export function DeleteDialog({
	endpoint: { id, url },
	onClose,
}: {
	endpoint: EndpointOut;
	onClose: () => void;
}) {
	const remove = useAction(async () => {
		await request<null>("DELETE", inApp(`/endpoint/${id}/`));
		return true;
	});
	const confirm = async () => {
		if ((await remove.run()) === undefined) return;
		onClose();
		toast(t("delete.done"));
		go(pathTo("endpoints", {}), { isReplaced: true });
		invalidate(inApp("/endpoint"));
	};
	return (
		<ConfirmDialog
			title={t("delete.title")}
			confirm={t("endpoint.delete")}
			word={t("delete.word")}
			isDanger
			isBusy={remove.isBusy}
			error={remove.error}
			onConfirm={confirm}
			onClose={onClose}
		>
			<p>
				<code>{url}</code>
			</p>
			<p>{t("delete.text")}</p>
		</ConfirmDialog>
	);
}
