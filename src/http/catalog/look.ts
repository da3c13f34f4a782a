// An organisation's look as a style sheet for light and dark: the portal's own rules, which keep contrast.
import { variablesOf } from "../../core/look/theme.ts";
import type { Settings } from "../../store/settings.ts";
import { toPortalSettingsOut } from "../models/settings.ts";

/** Empty for an organisation that has chosen nothing. Its values are colours, sizes and fonts of a fixed list. */
export function toStyle(settings: Settings): string {
	const chosen = toPortalSettingsOut(settings);
	return (["light", "dark"] as const)
		.map((mode) => {
			const lines = Object.entries(variablesOf(chosen, {}, mode)).map((pair) => pair.join(":"));
			if (lines.length === 0) return "";
			return `@media (prefers-color-scheme:${mode}){:root{${lines.join(";")}}}`;
		})
		.join("");
}
