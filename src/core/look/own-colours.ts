// The style sheet's own colours, light and dark, where others are measured by them: as `tokens.css` has them.

export type Mode = "light" | "dark";

const COLOURS = {
	paper: ["#ffffff", "#0d1213"],
	surface: ["#f7f9f9", "#11181a"],
	raised: ["#ffffff", "#161e20"],
	hover: ["#f1f4f4", "#182123"],
	"calm-soft": ["#eef1f2", "#1c2527"],
	"code-paper": ["#f7f9f9", "#11181a"],
	field: ["#879498", "#64737a"],
	ink: ["#14191b", "#e9eeee"],
	"ink-soft": ["#465155", "#b7c2c4"],
	"ink-quiet": ["#5f6b70", "#93a0a3"],
	accent: ["#0b6a63", "#62cabe"],
	danger: ["#b3261e", "#f59fa1"],
	green: ["#17652f", "#81d69d"],
	red: ["#a8262d", "#f59fa1"],
	amber: ["#7f4d00", "#ecbb70"],
	"code-key": ["#0b5f7a", "#8ad4ca"],
	"code-string": ["#7f4d00", "#e8ca94"],
	"code-number": ["#643aa8", "#c5a9f5"],
	"code-word": ["#a8262d", "#eba58f"],
} as const;

export type OwnName = keyof typeof COLOURS;

export const OWN_NAMES: readonly OwnName[] = Object.keys(COLOURS) as OwnName[]; // safe because it is a constant

export const ownColour = (name: OwnName, mode: Mode): string =>
	COLOURS[name][mode === "light" ? 0 : 1];
