// Makes an application, or changes one.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { NumberField, TextArea, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { FormDialog } from "../form-dialog.tsx";
import type { ApplicationOut } from "../models.ts";
import { parseMetadata, writeMetadata } from "./metadata.ts";

/** `found` null: a new one. */
export function ApplicationDialog({
	found,
	onClose,
	onSaved,
}: {
	found: ApplicationOut | null;
	onClose: () => void;
	onSaved: (saved: ApplicationOut) => void;
}) {
	const [name, setName] = useState(found?.name ?? "");
	const [uid, setUid] = useState(found?.uid ?? "");
	const [rate, setRate] = useState(found?.throttleRate ?? null);
	const written = writeMetadata(found?.metadata ?? {});
	const [metadata, setMetadata] = useState(written);
	const [isAsked, setAsked] = useState(false);
	// What was not touched stays as it is, also where it cannot be written in lines.
	const isTouched = metadata !== written;
	const parsed = isTouched ? parseMetadata(metadata) : {};
	const save = useAction((body: object) =>
		found === null
			? request<ApplicationOut>("POST", "/app/", { body })
			: request<ApplicationOut>("PATCH", `/app/${found.id}/`, { body }),
	);
	const refused = save.error?.fields ?? {};
	const nameError = isAsked && name.trim() === "" ? t("console.app.nameMissing") : refused.name;
	const metadataError =
		isAsked && parsed === null ? t("console.app.metadataWrong") : wordsAbout(refused, "metadata");
	const submit = async () => {
		setAsked(true);
		if (name.trim() === "" || parsed === null) return;
		const body = { name: name.trim(), uid: uid.trim() || null, throttleRate: rate };
		const saved = await save.run({ ...body, ...(isTouched && { metadata: parsed }) });
		if (saved === undefined) return;
		invalidate("/app/");
		toast(t(found === null ? "console.app.created" : "console.app.saved"), "good");
		onClose();
		onSaved(saved);
	};
	return (
		<FormDialog
			title={t(found === null ? "console.apps.add" : "console.app.edit")}
			submit={t(found === null ? "console.app.make" : "console.save")}
			action={save}
			shown={["name", "uid", "throttleRate", "metadata"]}
			onSubmit={submit}
			onClose={onClose}
		>
			<TextField
				label={t("console.apps.name")}
				hint={t("console.app.nameHint")}
				value={name}
				onChange={setName}
				error={nameError}
				autocomplete="off"
			/>
			<TextField
				label={t("console.apps.uid")}
				hint={t("console.app.uidHint")}
				value={uid}
				onChange={setUid}
				error={refused.uid}
				isOptional
				autocomplete="off"
				spellcheck={false}
			/>
			<NumberField
				label={t("console.apps.throttle")}
				hint={t("console.app.throttleHint")}
				unit={t("console.app.throttleUnit")}
				value={rate}
				onChange={setRate}
				error={refused.throttleRate}
				min={1}
				isOptional
			/>
			<TextArea
				label={t("console.app.metadata")}
				hint={t("console.app.metadataHint")}
				value={metadata}
				onChange={setMetadata}
				error={metadataError}
				isOptional
				spellcheck={false}
			/>
		</FormDialog>
	);
}

/** A complaint about a field or a part of it. */
const wordsAbout = (fields: Record<string, string>, name: string): string | undefined =>
	Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
