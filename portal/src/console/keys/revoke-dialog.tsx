// Revokes an API key. The one in use cannot revoke itself: the reader is told how to go about it.
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ApiKeyOut } from "../models.ts";

export function RevokeKeyDialog({
	found,
	isOwn,
	onClose,
}: {
	found: ApiKeyOut;
	isOwn: boolean;
	onClose: () => void;
}) {
	const revoke = useAction(async () => {
		await request("DELETE", `/api-key/${found.id}/`);
		invalidate("/api-key/");
		toast(t("console.keys.isRevoked", { name: found.name }), "good");
		onClose();
	});
	const title = t("console.keys.revokeTitle", { name: found.name });
	if (isOwn) {
		return (
			<Dialog
				title={title}
				onClose={onClose}
				footer={<Button onClick={onClose}>{t("dialog.close")}</Button>}
			>
				<Note kind="warning">{t("console.keys.ownText")}</Note>
			</Dialog>
		);
	}
	return (
		<ConfirmDialog
			title={title}
			confirm={t("console.keys.revoke")}
			onConfirm={() => void revoke.run()}
			onClose={onClose}
			word={found.name.trim()}
			isDanger
			isBusy={revoke.isBusy}
			error={revoke.error}
		>
			<p>{t("console.keys.revokeText")}</p>
		</ConfirmDialog>
	);
}
