// A colour to pick or to write, and how well it can be read.
import { parseHex } from "../../../../src/core/look/contrast.ts";
import { localeNow, t } from "../../texts/index.ts";
import { IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Judgement } from "./colours.ts";

export function ColourField({
	label,
	hint,
	value,
	fallback,
	judgement,
	onChange,
	error,
}: {
	label: string;
	hint?: string | undefined;
	/** Null: not set. */
	value: string | null;
	/** What it is then. */
	fallback: string;
	judgement: Judgement | null;
	onChange: (value: string | null) => void;
	error: string | null;
}) {
	const isWrong = value !== null && parseHex(value) === null;
	return (
		<Field
			label={label}
			hint={judgement === null ? hint : <Words judgement={judgement} />}
			error={isWrong ? t("console.look.colourWrong") : error}
		>
			{(control) => (
				<span class="colour">
					<input
						type="color"
						aria-label={t("console.look.pick", { name: label })}
						value={parseHex(value ?? "") ?? fallback}
						onInput={(event) => onChange(event.currentTarget.value)}
					/>
					<input
						{...control}
						type="text"
						value={value ?? ""}
						placeholder={fallback}
						autocomplete="off"
						spellcheck={false}
						onInput={(event) => onChange(event.currentTarget.value.trim() || null)}
					/>
					{value !== null && (
						<IconButton
							label={t("console.look.unset", { name: label })}
							icon="cross"
							size="small"
							onClick={() => onChange(null)}
						/>
					)}
				</span>
			)}
		</Field>
	);
}

function Words({ judgement }: { judgement: Judgement }) {
	const ratio = judgement.ratio.toLocaleString(localeNow(), { maximumFractionDigits: 1 });
	if (judgement.kind === "button") {
		return <>{t(`console.look.onButton.${judgement.text}`, { ratio })}</>;
	}
	if (judgement.kind === "readable") return <>{t("console.look.readable", { ratio })}</>;
	return (
		<span class="corrected">
			<Icon name="warning" size={14} />{" "}
			{t("console.look.corrected", { ratio, drawn: judgement.drawn })}
		</span>
	);
}
