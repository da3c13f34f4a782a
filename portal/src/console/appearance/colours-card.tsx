// The colours, for light and for dark: the main one first, the others when they are asked for.
import type { Mode } from "../../../../src/core/look/own-colours.ts";
import type { PortalSettingsOut } from "../../models.ts";
import { type PlainKey, t } from "../../texts/index.ts";
import { Card } from "../../ui/layout.tsx";
import { ColourField } from "./colour-field.tsx";
import { fallbackOf, judge } from "./colours.ts";
import { type Appearance, paletteOf, TOKENS, type Token, withColour } from "./draft.ts";

const MODES: readonly Mode[] = ["light", "dark"];
const [MAIN, ...OTHERS] = TOKENS;

const HINTS: Partial<Record<Token, PlainKey>> = {
	primary: "console.look.primaryHint",
	backgroundSecondary: "console.look.backgroundSecondaryHint",
};

type Props = {
	look: Appearance;
	settings: PortalSettingsOut;
	onChange: (look: Appearance) => void;
	complain: (field: string) => string | null;
};

export const ColoursCard = (props: Props) => (
	<Card title={t("console.look.colours")}>
		<div class="stack">
			<Pair {...props} token={MAIN} />
			<details class="tree-group more-colours">
				<summary>
					<h3>{t("console.look.moreColours")}</h3>
				</summary>
				<div class="stack">
					{OTHERS.map((token) => (
						<Pair key={token} {...props} token={token} />
					))}
				</div>
			</details>
		</div>
	</Card>
);

const Pair = ({ look, settings, onChange, complain, token }: Props & { token: Token }) => (
	<div class="pair">
		{MODES.map((mode) => (
			<ColourField
				key={mode}
				label={t(`console.look.${mode}`, { name: t(`console.look.token.${token}`) })}
				hint={HINTS[token] && t(HINTS[token])}
				value={paletteOf(look, mode)[token] ?? null}
				fallback={fallbackOf(settings, mode, token)}
				judgement={judge(settings, mode, token)}
				onChange={(colour) => onChange(withColour(look, mode, token, colour))}
				error={complain(`${mode === "dark" ? "colorPaletteDark" : "colorPaletteLight"}.${token}`)}
			/>
		))}
	</div>
);
