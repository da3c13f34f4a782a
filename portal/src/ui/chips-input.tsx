// Words that the reader types one after the other, as for channels.
import { useState } from "preact/hooks";
import { t } from "../texts/index.ts";
import { Field } from "./field.tsx";
import { Icon } from "./icons.tsx";

export function ChipsInput({
	label,
	hint,
	error,
	values,
	onChange,
	isOptional = false,
	placeholder,
}: {
	label: string;
	hint?: string;
	error?: string | null;
	values: readonly string[];
	onChange: (values: string[]) => void;
	isOptional?: boolean;
	placeholder?: string;
}) {
	const [draft, setDraft] = useState("");
	const add = () => {
		const words = draft.split(/[\s,]+/).filter((word) => word !== "" && !values.includes(word));
		if (words.length > 0) onChange([...values, ...new Set(words)]);
		setDraft("");
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if ((event.key === "Enter" || event.key === ",") && draft.trim() !== "") {
			event.preventDefault();
			add();
		}
		if (event.key === "Backspace" && draft === "") onChange(values.slice(0, -1));
	};
	return (
		<Field label={label} hint={hint ?? t("chips.hint")} error={error} isOptional={isOptional}>
			{(control) => (
				<div class="chips">
					{values.map((value) => (
						<span key={value} class="chip">
							<bdi>{value}</bdi>
							<button
								type="button"
								aria-label={t("chips.remove", { name: value })}
								onClick={() => onChange(values.filter((other) => other !== value))}
							>
								<Icon name="cross" size={12} />
							</button>
						</span>
					))}
					<input
						{...control}
						type="text"
						autocomplete="off"
						spellcheck={false}
						placeholder={placeholder}
						value={draft}
						onInput={(event) => setDraft(event.currentTarget.value)}
						onKeyDown={onKeyDown}
						onBlur={add}
					/>
				</div>
			)}
		</Field>
	);
}
