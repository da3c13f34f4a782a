// Name, logo and language; corners and letters.
import { FONTS, parseFont, parseIcon } from "../../../../src/core/look/look.ts";
import { t } from "../../texts/index.ts";
import { NumberField, Select, TextField } from "../../ui/field.tsx";
import { Card } from "../../ui/layout.tsx";
import { type Appearance, RADII, type Radius } from "./draft.ts";

type Props = {
	look: Appearance;
	onChange: (look: Appearance) => void;
	complain: (field: string) => string | null;
};

const SIZE_PX_MIN = 12;
const SIZE_PX_MAX = 20;
const SIZE_PX = 16;

export const BrandCard = ({ look, onChange, complain }: Props) => (
	<Card title={t("console.look.brand")}>
		<div class="pair">
			<TextField
				label={t("console.look.displayName")}
				hint={t("console.look.displayNameHint")}
				error={complain("displayName")}
				isOptional
				value={look.displayName ?? ""}
				onChange={(name) => onChange({ ...look, displayName: name || null })}
				autocomplete="organization"
			/>
			<Select
				label={t("console.look.locale")}
				hint={t("console.look.localeHint")}
				error={complain("locale")}
				value={look.locale ?? ""}
				onChange={(locale) => onChange({ ...look, locale: locale || null })}
				options={localesFor(look.locale)}
			/>
			<TextField
				label={t("console.look.logo")}
				hint={t("console.look.logoHint")}
				error={
					look.logoUrl !== null && parseIcon(look.logoUrl.trim()) === null
						? t("console.look.logoWrong")
						: complain("logoUrl")
				}
				isOptional
				type="url"
				placeholder="https://example.com/logo.svg"
				value={look.logoUrl ?? ""}
				onChange={(url) => onChange({ ...look, logoUrl: url || null })}
				autocomplete="off"
				spellcheck={false}
			/>
		</div>
	</Card>
);

const localesFor = (current: string | null) => [
	{ value: "", label: t("console.look.localeOwn") },
	{ value: "en", label: "English" },
	{ value: "de", label: "Deutsch" },
	...(current === null || current === "en" || current === "de"
		? []
		: [{ value: current, label: current }]),
];

export const ShapeCard = ({ look, onChange, complain }: Props) => (
	<Card title={t("console.look.shape")}>
		<div class="stack">
			<div class="pair">
				<Select
					label={t("console.look.font")}
					hint={t("console.look.fontHint")}
					error={complain("fontFamily")}
					value={look.fontFamily ?? ""}
					onChange={(font) => onChange({ ...look, fontFamily: font || null })}
					options={fontsFor(look.fontFamily)}
				/>
				<NumberField
					label={t("console.look.size")}
					hint={t("console.look.sizeHint", { min: SIZE_PX_MIN, max: SIZE_PX_MAX, usual: SIZE_PX })}
					error={complain("baseFontSizePx")}
					isOptional
					value={look.baseFontSizePx}
					onChange={(size) => onChange({ ...look, baseFontSizePx: size })}
					min={SIZE_PX_MIN}
					max={SIZE_PX_MAX}
					placeholder={String(SIZE_PX)}
					unit="px"
				/>
			</div>
			<Corners look={look} onChange={onChange} complain={complain} />
		</div>
	</Card>
);

const fontsFor = (current: string | null) => [
	{ value: "", label: t("console.look.fontSystem") },
	...(current !== null && parseFont(current) === null
		? [{ value: current, label: t("console.look.fontUnknown", { font: current }) }]
		: []),
	...FONTS.map((font) => ({ value: font as string, label: font })),
];

const PARTS = ["button", "input", "card"] as const;

/** The API takes all three or none: the first one chosen sets them all. */
const Corners = ({ look, onChange, complain }: Props) => (
	<fieldset class="corners">
		<legend>{t("console.look.corners")}</legend>
		<div class="triple">
			{PARTS.map((part) => (
				<Select
					key={part}
					label={t(`console.look.corner.${part}`)}
					error={complain(`borderRadius.${part}`)}
					value={look.borderRadius?.[part] ?? ""}
					onChange={(radius) => {
						const all = { button: radius, input: radius, card: radius };
						const next = { ...(look.borderRadius ?? all), [part]: radius };
						// safe because without the empty choice all three are radii
						const borderRadius = (radius === "" ? null : next) as Appearance["borderRadius"];
						onChange({ ...look, borderRadius });
					}}
					options={[
						{ value: "" as Radius | "", label: t("console.look.radius.usual") },
						...RADII.map((radius) => ({
							value: radius as Radius | "",
							label: t(`console.look.radius.${radius}`),
						})),
					]}
				/>
			))}
		</div>
	</fieldset>
);
