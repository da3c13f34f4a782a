// Ends an application's sessions in the portal, or the application itself.
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { go } from "../../lib/router.ts";
import { t } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ApplicationOut } from "../models.ts";
import { consolePath } from "../routes.ts";

type Props = { app: ApplicationOut; onClose: () => void };

export function EndSessionsDialog({ app, onClose }: Props) {
	const end = useAction(async () => {
		await request("POST", `/auth/app/${app.id}/expire-all/`, { body: {} });
		toast(t("console.end.done"), "good");
		onClose();
	});
	return (
		<ConfirmDialog
			title={t("console.end.title")}
			confirm={t("console.end.do")}
			onConfirm={() => void end.run()}
			onClose={onClose}
			isDanger
			isBusy={end.isBusy}
			error={end.error}
		>
			<p>{t("console.end.text", { name: app.name })}</p>
		</ConfirmDialog>
	);
}

export function DeleteApplicationDialog({ app, onClose }: Props) {
	const remove = useAction(async () => {
		await request("DELETE", `/app/${app.id}/`);
		go(consolePath("applications", {}), { isReplaced: true });
		invalidate("/app/", "/environment/overview/");
		toast(t("console.app.deleted"), "good");
	});
	return (
		<ConfirmDialog
			title={t("console.app.deleteTitle")}
			confirm={t("console.app.delete")}
			onConfirm={() => void remove.run()}
			onClose={onClose}
			word={app.uid ?? app.name.trim()}
			isDanger
			isBusy={remove.isBusy}
			error={remove.error}
		>
			<p>{t("console.app.deleteText", { name: app.name })}</p>
		</ConfirmDialog>
	);
}
