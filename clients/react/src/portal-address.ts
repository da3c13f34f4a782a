// From the component's props to what the portal understands: in its address, and in messages later.

export interface PortalLook {
	/** `auto` follows the reader's system. */
	darkMode?: boolean | "auto" | undefined;
	/** One of the portal's fonts. */
	fontFamily?: string | undefined;
	/** An image, over https. */
	icon?: string | undefined;
	/** `RRGGBB`, for light and dark alike. */
	primaryColor?: string | undefined;
	primaryColorLight?: string | undefined;
	primaryColorDark?: string | undefined;
	hideNavigation?: boolean | undefined;
	noGutters?: boolean | undefined;
}

/** By the portal's own names, which are those of the props; the empty text: as if it were not there. */
export type LookParameters = Record<string, string>;

const NAMES = [
	"darkMode",
	"fontFamily",
	"icon",
	"primaryColor",
	"primaryColorLight",
	"primaryColorDark",
	"hideNavigation",
	"noGutters",
] as const satisfies (keyof PortalLook)[];

export const toLook = (props: PortalLook): LookParameters =>
	Object.fromEntries(NAMES.map((name) => [name, String(props[name] ?? "")]));

/** Where a link leads, looking so. Throws when it is no link. */
export function toFrameAddress(link: string, look: LookParameters, next = ""): URL {
	const url = new URL(link);
	if (!/^http/.test(url.protocol)) throw new Error("The portal's link is no http address");
	for (const [name, value] of Object.entries({ ...look, next })) {
		if (value) url.searchParams.set(name, value);
	}
	return url;
}

/** What to tell a frame that was told `before`: an empty text takes back what is gone. */
export const toLookMessage = (look: LookParameters, before: LookParameters): LookParameters =>
	Object.fromEntries(Object.entries(look).filter(([name, value]) => value || before[name]));

/** The portal's height in the host page, within bounds: a message must not let the page grow for ever. */
export const toHeight = (height: number | undefined, min: number, max: number): number =>
	Math.min(Math.max(Math.ceil(Number(height)) || 0, min), max);
