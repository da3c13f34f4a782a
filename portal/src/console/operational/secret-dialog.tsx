// The secret that operational webhooks are verified with: read when asked for, and replaced by another one.
import { useEffect, useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNote, Note } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import type { OperationalEndpointOut } from "../models.ts";

export function SecretDialog({
	endpoint: { id },
	onClose,
}: {
	endpoint: OperationalEndpointOut;
	onClose: () => void;
}) {
	const path = `/operational-webhook/endpoint/${id}/secret/`;
	const [secret, setSecret] = useState<string | null>(null);
	const [isAsked, setAsked] = useState(false);
	const read = async () => (await request<{ key: string }>("GET", path)).key;
	const show = useAction(async () => setSecret(await read()));
	const rotate = useAction(async () => {
		await request("POST", `${path}rotate/`, { body: {} });
		setAsked(false);
		setSecret(await read());
		toast(t("console.ops.rotated"), "good");
	});
	useEffect(() => {
		// Who looks elsewhere does not want it on the screen.
		const hide = () => setSecret(null);
		addEventListener("blur", hide);
		return () => removeEventListener("blur", hide);
	}, []);
	return (
		<Dialog
			title={t("console.ops.secret")}
			onClose={onClose}
			footer={
				isAsked ? (
					<>
						<Button onClick={() => setAsked(false)}>{t("dialog.cancel")}</Button>
						<Button look="danger" isBusy={rotate.isBusy} onClick={() => void rotate.run()}>
							{t("console.ops.rotate")}
						</Button>
					</>
				) : (
					<>
						<Button icon="refresh" onClick={() => setAsked(true)}>
							{t("console.ops.rotate")}
						</Button>
						<Button look="primary" onClick={onClose}>
							{t("dialog.close")}
						</Button>
					</>
				)
			}
		>
			<p>{t("console.ops.secretText")}</p>
			<div class="shown-once">
				<code>{secret ?? "•".repeat(20)}</code>
				{secret === null && (
					<Button size="small" icon="eye" isBusy={show.isBusy} onClick={() => void show.run()}>
						{t("console.ops.show")}
					</Button>
				)}
				<CopyButton text={read} label={t("console.ops.copy")} />
			</div>
			{isAsked && <Note kind="warning">{t("console.ops.rotateText")}</Note>}
			<ErrorNote error={show.error ?? rotate.error} />
		</Dialog>
	);
}
