// The signing secret: shown when asked for, and hidden again as soon as one looks elsewhere.
import { useEffect, useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { useAction } from "../../lib/query.ts";
import { useStore } from "../../lib/store.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote, Note } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { memory } from "./endpoint-memory.ts";
import { RotateDialog } from "./rotate-dialog.tsx";

const SHOWN_MS = 60_000;

const readSecret = async (endpointId: string): Promise<string> =>
	(await request<{ key: string }>("GET", inApp(`/endpoint/${endpointId}/secret/`))).key;

export function SecretCard({ endpoint: { id } }: { endpoint: EndpointOut }) {
	const maySee = useMay("ViewEndpointSecret");
	const mayRotate = useMay("ManageEndpointSecret");
	const [isRotating, setRotating] = useState(false);
	const { isNew = false, oldSecretUntil } = useStore(memory)[id] ?? {};
	if (!maySee && !mayRotate) return null;
	const isOldValid = oldSecretUntil != null && Date.parse(oldSecretUntil) > Date.now();
	return (
		<Card
			title={t("secret.title")}
			actions={
				mayRotate && (
					<Button look="quiet" size="small" onClick={() => setRotating(true)}>
						{t("secret.rotate")}
					</Button>
				)
			}
		>
			{maySee && <Secret key={oldSecretUntil} endpointId={id} />}
			{isNew && maySee && <p class="hint">{t("secret.new")}</p>}
			{isOldValid && (
				<Note>
					{t("secret.old")} <Time at={oldSecretUntil} isExact />.
				</Note>
			)}
			{isRotating && <RotateDialog endpointId={id} onClose={() => setRotating(false)} />}
		</Card>
	);
}

function Secret({ endpointId }: { endpointId: string }) {
	const [secret, setSecret] = useState<string | null>(null);
	const reveal = useAction(async () => setSecret(await readSecret(endpointId)));
	useEffect(() => {
		if (secret === null) return;
		const hide = () => setSecret(null);
		const onVisibility = () => document.hidden && hide();
		const timer = setTimeout(hide, SHOWN_MS);
		addEventListener("blur", hide);
		document.addEventListener("visibilitychange", onVisibility);
		return () => {
			clearTimeout(timer);
			removeEventListener("blur", hide);
			document.removeEventListener("visibilitychange", onVisibility);
		};
	}, [secret]);
	return (
		<>
			<div class="secret">
				{secret === null ? (
					<code>
						<span aria-hidden="true">{"•".repeat(20)}</span>
						<span class="unseen">{t("secret.hidden")}</span>
					</code>
				) : (
					<code>{secret}</code>
				)}
				<IconButton
					size="small"
					icon={secret === null ? "eye" : "eyeOff"}
					label={t(secret === null ? "secret.show" : "secret.hide")}
					onClick={() => (secret === null ? void reveal.run() : setSecret(null))}
				/>
				<CopyButton text={() => readSecret(endpointId)} label={t("secret.copy")} />
			</div>
			<ErrorNote error={reveal.error} />
		</>
	);
}
