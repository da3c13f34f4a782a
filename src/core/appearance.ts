// How a portal can look, as data: what may be chosen, and within which bounds.

/** Colours that can be set, each for light and for dark. */
export const PALETTE_COLOURS = [
	"primary",
	"backgroundPrimary",
	"backgroundSecondary",
	"backgroundHover",
	"textPrimary",
	"textSecondary",
	"textDanger",
	"interactiveAccent",
	"navigationAccent",
	"buttonPrimary",
	"borderPrimary",
] as const;

export type Palette = Partial<Record<(typeof PALETTE_COLOURS)[number], string>>;

export const RADII = ["none", "sm", "md", "lg", "full"] as const;
export type Radius = (typeof RADII)[number];
export type BorderRadius = { button: Radius; card: Radius; input: Radius };

export const HEX_COLOUR = /^#[0-9a-fA-F]{6}$/;
export const FONT_FAMILY = /^[A-Za-z0-9\-_ ]{1,64}$/;
export const FONT_SIZE_PX_MIN = 12;
export const FONT_SIZE_PX_MAX = 20;
export const DISPLAY_NAME_LENGTH_MAX = 256;
/** A language tag, such as `en`, `pt-BR` or `zh-Hant-TW`. */
export const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;
export const LOGO_URL_LENGTH_MAX = 2048;

/** A plain name and a port: the parser also takes `*`, `;` and `,`, which mean more in a content security policy. */
const LOGO_HOST = /^[a-z0-9.-]+(:\d+)?$/;

/** True for an https URL that can stand in a page: nothing in it ends an attribute or hides who is asked. */
export function isLogoUrl(text: string): boolean {
	if (!/^https:\/\/[^\s"'`<>\\]+$/.test(text) || !URL.canParse(text)) return false;
	const { username, password, host } = new URL(text);
	return username === "" && password === "" && LOGO_HOST.test(host);
}
