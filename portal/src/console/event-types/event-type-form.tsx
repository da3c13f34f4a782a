// The form of an event type: what it is called, who sees it, what its payload looks like.
import { useState } from "preact/hooks";
import type { ApiError } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { ChipsInput } from "../../ui/chips-input.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { SaveBar } from "../save-bar.tsx";
import { useUnsaved } from "../unsaved.tsx";
import { type Draft, isSame, toBody, toDraft } from "./draft.ts";
import { SchemaCard } from "./schema-card.tsx";
import "../../styles/console-event-types.css";

type Change = (changes: Partial<Draft>) => void;
type Complain = (field: string) => string | null;

export function EventTypeForm({
	start,
	isNew = false,
	saveLabel,
	save,
	onSaved,
}: {
	start: Draft;
	isNew?: boolean;
	saveLabel: string;
	save: (body: Record<string, unknown>) => Promise<EventTypeOut>;
	onSaved: (saved: EventTypeOut) => void;
}) {
	const [draft, setDraft] = useState(start);
	const action = useAction(save);
	const isChanged = !isSame(draft, start);
	const unsaved = useUnsaved(isChanged);
	const change: Change = (changes) => setDraft({ ...draft, ...changes });
	const body = toBody(draft);
	const onSubmit = async () => {
		if (body === null) return;
		const saved = await action.run(isNew ? { name: draft.name.trim(), ...body } : body);
		if (saved === undefined) return;
		unsaved.release();
		invalidate("/event-type/");
		setDraft(toDraft(saved));
		onSaved(saved);
	};
	const complain = complaintsIn(action.error);
	return (
		<form
			class="stack type-form"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (!action.isBusy) void onSubmit();
			}}
		>
			<Card title={t("console.eventType.about")}>
				<About draft={draft} isNew={isNew} change={change} complain={complain} />
			</Card>
			<SchemaCard
				versions={draft.versions}
				onChange={(versions) => change({ versions })}
				complain={complain}
			/>
			{unsaved.dialog}
			<ErrorNote error={action.error} />
			<SaveBar
				label={saveLabel}
				isChanged={isChanged}
				isBusy={action.isBusy}
				problem={body === null ? t("console.eventType.notJson") : null}
				onDiscard={!isNew && (() => setDraft(start))}
			/>
		</form>
	);
}

function About({
	draft,
	isNew,
	change,
	complain,
}: {
	draft: Draft;
	isNew: boolean;
	change: Change;
	complain: Complain;
}) {
	return (
		<div class="about">
			{isNew && (
				<TextField
					label={t("console.eventType.name")}
					hint={t("console.eventType.nameHint")}
					placeholder="invoice.paid"
					error={complain("name")}
					value={draft.name}
					onChange={(name) => change({ name })}
					spellcheck={false}
					autocomplete="off"
				/>
			)}
			<TextField
				label={t("console.eventType.group")}
				hint={t("console.eventType.groupHint")}
				error={complain("groupName")}
				isOptional
				value={draft.groupName}
				onChange={(groupName) => change({ groupName })}
				spellcheck={false}
				autocomplete="off"
			/>
			<TextArea
				label={t("console.eventType.description")}
				hint={t("console.eventType.descriptionHint")}
				error={complain("description")}
				isOptional
				value={draft.description}
				onChange={(description) => change({ description })}
			/>
			<ChipsInput
				label={t("console.eventType.flags")}
				hint={t("console.eventType.flagsHint")}
				error={complain("featureFlags")}
				isOptional
				values={draft.featureFlags}
				onChange={(featureFlags) => change({ featureFlags })}
			/>
			<Checkbox
				label={t("console.eventType.deprecated")}
				hint={t("console.eventType.deprecatedHint")}
				isChecked={draft.deprecated}
				onChange={(deprecated) => change({ deprecated })}
			/>
		</div>
	);
}

/** What the API has against a field, or against something in it. */
function complaintsIn(error: ApiError | null): Complain {
	const fields = Object.entries(error?.fields ?? {});
	return (field) => {
		if (field === "name" && error?.code === "event_type_exists")
			return t("console.eventType.exists");
		return fields.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1] ?? null;
	};
}
