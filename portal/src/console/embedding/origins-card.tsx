// Which pages may show the portal in a frame.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { seed, useAction } from "../../lib/query.ts";
import type { SettingsOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote, Note } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUnsaved } from "../unsaved.tsx";
import { toOrigin } from "./origin.ts";

const PATH = "/environment/settings/";

export function OriginsCard({ saved }: { saved: readonly string[] }) {
	const [origins, setOrigins] = useState(saved);
	const isChanged = origins.join(" ") !== saved.join(" ");
	const unsaved = useUnsaved(isChanged);
	const action = useAction(() =>
		request<SettingsOut>("PATCH", PATH, { body: { portalFrameAncestors: origins } }),
	);
	const onSave = async () => {
		const next = await action.run();
		if (next === undefined) return;
		unsaved.release();
		seed(PATH, {}, next);
		setOrigins(next.portalFrameAncestors);
		toast(t("console.embedding.originsSaved"), "good");
	};
	return (
		<Card title={t("console.embedding.origins")}>
			<div class="form">
				<p class="quiet-text">{t("console.embedding.originsIntro")}</p>
				<AddOrigin origins={origins} onAdd={(origin) => setOrigins([...origins, origin])} />
				{origins.length === 0 ? (
					<Note kind="warning">{t("console.embedding.anywhere")}</Note>
				) : (
					<ul class="origins" aria-label={t("console.embedding.origins")}>
						{origins.map((origin) => (
							<li key={origin}>
								<bdi>{origin}</bdi>
								<IconButton
									label={t("chips.remove", { name: origin })}
									icon="cross"
									size="small"
									onClick={() => setOrigins(origins.filter((other) => other !== origin))}
								/>
							</li>
						))}
					</ul>
				)}
				<ErrorNote error={action.error} />
				<div class="row">
					<Button look="primary" disabled={!isChanged} isBusy={action.isBusy} onClick={onSave}>
						{t("console.embedding.saveOrigins")}
					</Button>
					{isChanged && (
						<Button look="quiet" onClick={() => setOrigins(saved)}>
							{t("console.unsaved.discard")}
						</Button>
					)}
				</div>
			</div>
			{unsaved.dialog}
		</Card>
	);
}

function AddOrigin({
	origins,
	onAdd,
}: {
	origins: readonly string[];
	onAdd: (origin: string) => void;
}) {
	const [typed, setTyped] = useState("");
	const [error, setError] = useState<string | null>(null);
	const onSubmit = () => {
		if (typed.trim() === "") return;
		const origin = toOrigin(typed);
		if (origin === null) return setError(t("console.embedding.originWrong"));
		if (origins.includes(origin)) return setError(t("console.embedding.originTwice"));
		onAdd(origin);
		setTyped("");
		setError(null);
	};
	return (
		<form
			class="with-button"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			<TextField
				label={t("console.embedding.origin")}
				hint={t("console.embedding.originHint")}
				placeholder="https://app.example.com"
				error={error}
				value={typed}
				onChange={(text) => {
					setTyped(text);
					setError(null);
				}}
				inputMode="url"
				autocomplete="off"
				spellcheck={false}
			/>
			<Button type="submit" icon="plus">
				{t("console.embedding.addOrigin")}
			</Button>
		</form>
	);
}
