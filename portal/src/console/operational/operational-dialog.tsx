// Makes an endpoint for operational webhooks, or changes one.
import { useState } from "preact/hooks";
import { OPERATIONAL_EVENT_TYPES } from "../../../../src/core/operational-event.ts";
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Checkbox, Switch } from "../../ui/choice.tsx";
import { NumberField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { FormDialog } from "../form-dialog.tsx";
import type { OperationalEndpointOut } from "../models.ts";

const PATH = "/operational-webhook/endpoint/";

/** `found` null: a new one. */
export function OperationalDialog({
	found,
	onClose,
}: {
	found: OperationalEndpointOut | null;
	onClose: () => void;
}) {
	const [url, setUrl] = useState(found?.url ?? "");
	const [description, setDescription] = useState(found?.description ?? "");
	const [types, setTypes] = useState<readonly string[]>(found?.eventTypes ?? []);
	const [rate, setRate] = useState(found?.throttleRate ?? null);
	const [isEnabled, setEnabled] = useState(found?.disabled !== true);
	const save = useAction((body: object) =>
		found === null
			? request<OperationalEndpointOut>("POST", PATH, { body })
			: request<OperationalEndpointOut>("PUT", `${PATH}${found.id}/`, { body }),
	);
	const refused = save.error?.fields ?? {};
	const submit = async () => {
		const saved = await save.run({
			...{ url: url.trim(), description, disabled: !isEnabled, throttleRate: rate },
			eventTypes: types.length === 0 ? null : types,
			...(found && { uid: found.uid, metadata: found.metadata }),
		});
		if (saved === undefined) return;
		invalidate(PATH);
		toast(t(found === null ? "console.ops.created" : "console.ops.saved"), "good");
		onClose();
	};
	return (
		<FormDialog
			title={t(found === null ? "console.ops.add" : "console.ops.edit")}
			submit={t(found === null ? "console.ops.make" : "console.save")}
			action={save}
			shown={["url", "description", "throttleRate"]}
			onSubmit={submit}
			onClose={onClose}
		>
			<TextField
				label={t("console.ops.url")}
				value={url}
				onChange={setUrl}
				error={refused.url}
				inputMode="url"
				placeholder="https://"
				autocomplete="off"
				spellcheck={false}
			/>
			<TextField
				label={t("console.ops.description")}
				value={description}
				onChange={setDescription}
				error={refused.description}
				isOptional
			/>
			<EventChoice types={types} onChange={setTypes} />
			<NumberField
				label={t("console.apps.throttle")}
				unit={t("console.app.throttleUnit")}
				value={rate}
				onChange={setRate}
				error={refused.throttleRate}
				min={1}
				isOptional
			/>
			{found !== null && (
				<Switch label={t("console.ops.enabled")} isChecked={isEnabled} onChange={setEnabled} />
			)}
		</FormDialog>
	);
}

/** None chosen means all, as in the API; the first box says so. */
function EventChoice({
	types,
	onChange,
}: {
	types: readonly string[];
	onChange: (types: readonly string[]) => void;
}) {
	return (
		<fieldset class="checks">
			<legend>{t("console.ops.events")}</legend>
			<Checkbox
				label={t("console.ops.all")}
				isChecked={types.length === 0}
				isMixed={types.length > 0}
				onChange={() => onChange([])}
			/>
			{OPERATIONAL_EVENT_TYPES.map((type) => (
				<Checkbox
					key={type}
					label={<code>{type}</code>}
					isChecked={types.includes(type)}
					onChange={(isChecked) =>
						onChange(isChecked ? [...types, type] : types.filter((one) => one !== type))
					}
				/>
			))}
		</fieldset>
	);
}
