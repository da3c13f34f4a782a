// Form fields: a label, a control, what it is for and what is wrong with it, tied together for every reader.
import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { useId } from "preact/hooks";
import { t } from "../texts/index.ts";
import { Icon } from "./icons.tsx";

type FieldProps = {
	label: string;
	hint?: ComponentChildren;
	error?: string | null | undefined;
	isOptional?: boolean;
	/** The label is spoken but not drawn. */
	isLabelHidden?: boolean;
};

type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: "true" };

/** What all text-like fields share. `children` gets the properties that tie the control to its words. */
export function Field({
	label,
	hint,
	error,
	isOptional = false,
	isLabelHidden = false,
	children,
}: FieldProps & { children: (control: ControlProps) => ComponentChildren }) {
	const id = useId();
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div class={`field ${error ? "wrong" : ""}`}>
			<label for={id} class={isLabelHidden ? "unseen" : ""}>
				{label}
				{isOptional && <span class="optional"> {t("field.optional")}</span>}
			</label>
			{children({
				id,
				...(described !== "" && { "aria-describedby": described }),
				...(error && { "aria-invalid": "true" as const }),
			})}
			{hint && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
			{error && (
				<p class="error" id={`${id}-error`}>
					<Icon name="warning" size={14} /> {error}
				</p>
			)}
		</div>
	);
}

type Value = { value: string; onChange: (value: string) => void };

/** What a control of the browser's own may be told. */
type Native = {
	name?: string;
	placeholder?: string;
	autocomplete?: string;
	spellcheck?: boolean;
	autofocus?: boolean;
	required?: boolean;
	disabled?: boolean;
	readOnly?: boolean;
	maxLength?: number;
};
type NativeInput = Native & {
	type?: "text" | "url" | "email" | "password" | "datetime-local";
	inputMode?: "text" | "url" | "numeric";
	min?: number | string;
	max?: number | string;
	step?: number;
	/** Id of a `<datalist>`. */
	list?: string;
};

const own = ({ label, hint, error, isOptional, isLabelHidden }: FieldProps): FieldProps => ({
	label,
	hint,
	error,
	...(isOptional !== undefined && { isOptional }),
	...(isLabelHidden !== undefined && { isLabelHidden }),
});

function without<T extends FieldProps>(props: T) {
	const { label: _, hint: __, error: ___, isOptional: ____, isLabelHidden: _____, ...rest } = props;
	return rest;
}

export function TextField({
	value,
	onChange,
	type = "text",
	...props
}: FieldProps & Value & NativeInput) {
	return (
		<Field {...own(props)}>
			{(control) => (
				<input
					// safe because all of these types take the same attributes
					{...({ ...without(props), ...control, type } as InputHTMLAttributes)}
					value={value}
					onInput={(event) => onChange(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}

/** `value` is null while the field is empty. */
export function NumberField({
	value,
	onChange,
	unit,
	...props
}: FieldProps &
	Omit<NativeInput, "type"> & {
		value: number | null;
		onChange: (value: number | null) => void;
		unit?: string;
	}) {
	return (
		<Field {...own(props)}>
			{(control) => (
				<span class="with-unit">
					<input
						inputMode="numeric"
						{...without(props)}
						{...control}
						type="number"
						value={value ?? ""}
						onInput={({ currentTarget }) =>
							onChange(currentTarget.value === "" ? null : currentTarget.valueAsNumber)
						}
					/>
					{unit && <span>{unit}</span>}
				</span>
			)}
		</Field>
	);
}

export function TextArea({
	value,
	onChange,
	...props
}: FieldProps & Value & Native & { rows?: number }) {
	return (
		<Field {...own(props)}>
			{(control) => (
				<textarea
					rows={3}
					{...without(props)}
					{...control}
					value={value}
					onInput={(event) => onChange(event.currentTarget.value)}
				/>
			)}
		</Field>
	);
}

export type Option<T extends string> = { value: T; label: string; isDisabled?: boolean };

export function Select<T extends string>({
	value,
	onChange,
	options,
	...props
}: FieldProps &
	Pick<Native, "name" | "required" | "disabled"> & {
		value: T;
		onChange: (value: T) => void;
		options: readonly Option<T>[];
	}) {
	return (
		<Field {...own(props)}>
			{(control) => (
				<select
					{...without(props)}
					{...control}
					value={value}
					// safe because its options' values are of T
					onChange={(event) => onChange(event.currentTarget.value as T)}
				>
					{options.map((option) => (
						<option key={option.value} value={option.value} disabled={option.isDisabled}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

/** A text to look for; asks after a short rest, so that each key does not cost a request. */
export function SearchField({
	label,
	value,
	onChange,
}: {
	label: string;
	value: string;
	onChange: (value: string) => void;
}) {
	return (
		<div class="search">
			<Icon name="search" />
			<input
				type="search"
				aria-label={label}
				placeholder={label}
				value={value}
				onInput={(event) => onChange(event.currentTarget.value)}
			/>
		</div>
	);
}
