// Choices: check boxes, switches and cards of which one is chosen.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";

type Choice = {
	label: ComponentChildren;
	hint?: ComponentChildren;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	isDisabled?: boolean;
};

/** `isMixed`: some of what it stands for is chosen, some is not. */
export function Checkbox({ isMixed = false, ...choice }: Choice & { isMixed?: boolean }) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current) box.current.indeterminate = isMixed;
	}, [isMixed]);
	return <Toggle {...choice} box={box} />;
}

/** For what takes effect at once. */
export const Switch = (choice: Choice) => <Toggle {...choice} isSwitch />;

type Toggled = Choice & { isSwitch?: boolean; box?: RefObject<HTMLInputElement | null> };

function Toggle({ label, hint, isChecked, onChange, isDisabled = false, isSwitch, box }: Toggled) {
	const id = useId();
	return (
		<div class={isSwitch ? "choice switch" : "choice"}>
			<input
				ref={box}
				id={id}
				type="checkbox"
				role={isSwitch ? "switch" : undefined}
				aria-checked={isSwitch ? isChecked : undefined}
				checked={isChecked}
				disabled={isDisabled}
				aria-describedby={hint ? `${id}-hint` : undefined}
				onChange={(event) => onChange(event.currentTarget.checked)}
			/>
			<label for={id}>{label}</label>
			{hint && (
				<p class="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
		</div>
	);
}

export type Card<T extends string> = { value: T; label: string; hint?: ComponentChildren };

/** One of a few, each with a line that explains it. */
export function RadioCards<T extends string>({
	legend,
	value,
	onChange,
	cards,
}: {
	legend: string;
	value: T;
	onChange: (value: T) => void;
	cards: readonly Card<T>[];
}) {
	const name = useId();
	return (
		<fieldset class="cards">
			<legend>{legend}</legend>
			{cards.map((card) => (
				<label key={card.value} class="card-choice">
					<input
						type="radio"
						name={name}
						value={card.value}
						checked={card.value === value}
						onChange={() => onChange(card.value)}
					/>
					<span>
						{card.label}
						{card.hint && <small>{card.hint}</small>}
					</span>
					<Icon name="check" />
				</label>
			))}
		</fieldset>
	);
}

/** A few words of which one holds, side by side; for filters. */
export function Segments<T extends string>({
	legend,
	value,
	onChange,
	options,
}: {
	legend: string;
	value: T;
	onChange: (value: T) => void;
	options: readonly { value: T; label: ComponentChildren; title?: string }[];
}) {
	const name = useId();
	return (
		<fieldset class="segments">
			<legend class="unseen">{legend}</legend>
			{options.map((option) => (
				<label key={option.value} title={option.title}>
					<input
						type="radio"
						name={name}
						checked={option.value === value}
						aria-label={option.title}
						onChange={() => onChange(option.value)}
					/>
					<span>{option.label}</span>
				</label>
			))}
		</fieldset>
	);
}
