// A new API key, shown once; and another name for one.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { FormDialog } from "../form-dialog.tsx";
import type { ApiKeyCreated, ApiKeyOut } from "../models.ts";

const DAY_MS = 86_400_000;
const LIVES = ["30", "90", "365", "never", "date"] as const;
type Life = (typeof LIVES)[number];

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
	const [made, setMade] = useState<ApiKeyCreated | null>(null);
	return made === null ? (
		<KeyForm onClose={onClose} onMade={setMade} />
	) : (
		<MadeKey made={made} onClose={onClose} />
	);
}

function KeyForm({
	onClose,
	onMade,
}: {
	onClose: () => void;
	onMade: (key: ApiKeyCreated) => void;
}) {
	const [name, setName] = useState("");
	const [life, setLife] = useState<Life>("90");
	const [date, setDate] = useState("");
	const [isAsked, setAsked] = useState(false);
	const make = useAction((expiresAt: string | null) =>
		request<ApiKeyCreated>("POST", "/api-key/", { body: { name: name.trim(), expiresAt } }),
	);
	const refused = make.error?.fields ?? {};
	const isDateMissing = life === "date" && Number.isNaN(Date.parse(date));
	const submit = async () => {
		setAsked(true);
		if (name.trim() === "" || isDateMissing) return;
		const made = await make.run(endOf(life, date));
		if (made === undefined) return;
		invalidate("/api-key/");
		onMade(made);
	};
	return (
		<FormDialog
			title={t("console.keys.add")}
			submit={t("console.keys.make")}
			action={make}
			shown={["name", "expiresAt"]}
			onSubmit={submit}
			onClose={onClose}
		>
			<TextField
				label={t("console.keys.name")}
				hint={t("console.keys.nameHint")}
				value={name}
				onChange={setName}
				error={isAsked && name.trim() === "" ? t("console.keys.nameMissing") : refused.name}
				autocomplete="off"
			/>
			<Select
				label={t("console.keys.life")}
				hint={t("console.keys.lifeHint")}
				value={life}
				onChange={setLife}
				options={LIVES.map((value) => ({ value, label: t(`console.keys.life.${value}`) }))}
			/>
			{life === "date" && (
				<TextField
					label={t("console.keys.date")}
					type="datetime-local"
					value={date}
					onChange={setDate}
					error={isAsked && isDateMissing ? t("console.keys.dateMissing") : refused.expiresAt}
				/>
			)}
		</FormDialog>
	);
}

function endOf(life: Life, date: string): string | null {
	if (life === "never") return null;
	const at = life === "date" ? Date.parse(date) : Date.now() + Number(life) * DAY_MS;
	return new Date(at).toISOString();
}

const MadeKey = ({ made, onClose }: { made: ApiKeyCreated; onClose: () => void }) => (
	<Dialog
		title={t("console.keys.made")}
		onClose={onClose}
		footer={
			<Button look="primary" onClick={onClose}>
				{t("console.keys.stored")}
			</Button>
		}
	>
		<Note kind="warning">{t("console.keys.once")}</Note>
		<div class="shown-once">
			<code>{made.key}</code>
			<CopyButton text={made.key} label={t("console.keys.copy")} />
		</div>
	</Dialog>
);

export function RenameKeyDialog({ found, onClose }: { found: ApiKeyOut; onClose: () => void }) {
	const [name, setName] = useState(found.name);
	const [isAsked, setAsked] = useState(false);
	const save = useAction(() =>
		request<ApiKeyOut>("PATCH", `/api-key/${found.id}/`, { body: { name: name.trim() } }),
	);
	const refused = save.error?.fields ?? {};
	const submit = async () => {
		setAsked(true);
		if (name.trim() === "" || (await save.run()) === undefined) return;
		invalidate("/api-key/");
		toast(t("console.keys.renamed"), "good");
		onClose();
	};
	return (
		<FormDialog
			title={t("console.keys.rename")}
			submit={t("console.save")}
			action={save}
			shown={["name"]}
			onSubmit={submit}
			onClose={onClose}
		>
			<TextField
				label={t("console.keys.name")}
				value={name}
				onChange={setName}
				error={isAsked && name.trim() === "" ? t("console.keys.nameMissing") : refused.name}
				autocomplete="off"
			/>
		</FormDialog>
	);
}
