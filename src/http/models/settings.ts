// An organisation's settings on the wire, and the part of them that its portal needs.
import * as z from "zod";
import {
	DISPLAY_NAME_LENGTH_MAX,
	FONT_FAMILY,
	FONT_SIZE_PX_MAX,
	FONT_SIZE_PX_MIN,
	HEX_COLOUR,
	isLogoUrl,
	LOCALE,
	LOGO_URL_LENGTH_MAX,
	PALETTE_COLOURS,
	type Palette,
	RADII,
} from "../../core/appearance.ts";
import { FRAME_ANCESTORS_MAX, isFrameOrigin } from "../../core/frame-ancestors.ts";
import { DEFAULT_SETTINGS, type SettingsFields } from "../../services/settings.ts";
import { distinct, text } from "./common.ts";

const displayName = text
	.min(1, "must not be empty")
	.max(DISPLAY_NAME_LENGTH_MAX, `must be at most ${DISPLAY_NAME_LENGTH_MAX} characters`)
	.refine((value) => !/[\r\n]/.test(value), "must be one line")
	.meta({ description: "What the organisation's customers know it by." });

const logoUrl = z
	.string()
	.max(LOGO_URL_LENGTH_MAX, `must be at most ${LOGO_URL_LENGTH_MAX} characters`)
	.refine(isLogoUrl, "must be an https URL of an image, such as https://example.com/logo.svg");

const fontFamily = z
	.string()
	.regex(FONT_FAMILY, "must be 1 to 64 letters, digits, spaces, '-' and '_', such as Open Sans");

const sizeRule = {
	error: `must be a whole number of pixels from ${FONT_SIZE_PX_MIN} to ${FONT_SIZE_PX_MAX}`,
};
const baseFontSizePx = z
	.int(sizeRule)
	.min(FONT_SIZE_PX_MIN, sizeRule)
	.max(FONT_SIZE_PX_MAX, sizeRule);

const radius = z.enum(RADII, { error: `must be one of ${RADII.join(", ")}` });
const borderRadius = z.object({ button: radius, card: radius, input: radius });

const colour = z.string().regex(HEX_COLOUR, "must be a colour such as #1a2b3c");
const palette = <T extends z.ZodType>(item: T) =>
	// safe because it has exactly these names
	z.object(
		Object.fromEntries(PALETTE_COLOURS.map((name) => [name, item])) as Record<
			(typeof PALETTE_COLOURS)[number],
			T
		>,
	);
const paletteIn = palette(colour.nullish());
const PaletteOut = palette(colour.optional()).meta({ id: "Palette" });

const locale = z
	.string()
	.regex(LOCALE, "must be a language tag such as en or pt-BR")
	.meta({ description: "The portal's language; the reader's own when left out." });

const frameOrigin = z
	.string()
	.transform((origin) => origin.toLowerCase())
	.refine(
		isFrameOrigin,
		"must be an origin such as https://app.example.com, without a path; the host may begin with *. and is " +
			"written in ASCII",
	);
const portalFrameAncestors = distinct(frameOrigin, FRAME_ANCESTORS_MAX).meta({
	description:
		"Origins of the pages that may show the portal in a frame. An empty list: any https page.",
});

const fields = {
	displayName: displayName.nullish(),
	logoUrl: logoUrl.nullish(),
	fontFamily: fontFamily.nullish(),
	baseFontSizePx: baseFontSizePx.nullish(),
	borderRadius: borderRadius.nullish(),
	colorPaletteLight: paletteIn.nullish(),
	colorPaletteDark: paletteIn.nullish(),
	locale: locale.nullish(),
	isCatalogPublic: z.boolean().nullish().meta({
		description: "Whether anybody may read the event types' catalog; needs a displayName.",
	}),
	portalFrameAncestors: portalFrameAncestors.nullish(),
	isPortalReadOnly: z.boolean().nullish().meta({
		description: "Whether all portal sessions may only look, whatever they were granted.",
	}),
};

export const SettingsIn = z.object(fields).meta({
	id: "SettingsIn",
	description: "All settings: what is left out or null is as if it was never set.",
});

export const SettingsPatch = z.object(fields).meta({
	id: "SettingsPatch",
	description: "Some settings, each replaced whole: null unsets one, what is left out stays.",
});

const portalFields = {
	displayName: z.string().nullable(),
	logoUrl: z.string().nullable(),
	fontFamily: z.string().nullable(),
	baseFontSizePx: z.int().nullable(),
	borderRadius: borderRadius.nullable(),
	colorPaletteLight: PaletteOut.nullable(),
	colorPaletteDark: PaletteOut.nullable(),
	locale: z.string().nullable(),
	isPortalReadOnly: z.boolean(),
};

export const PortalSettingsOut = z.object(portalFields).meta({ id: "PortalSettingsOut" });

export const SettingsOut = z
	.object({
		...portalFields,
		isCatalogPublic: z.boolean(),
		portalFrameAncestors: z.array(z.string()),
	})
	.meta({ id: "SettingsOut" });

/** All of them, for a PUT. */
export function toSettingsInput(body: z.output<typeof SettingsIn>): SettingsFields {
	return { ...DEFAULT_SETTINGS, ...toSettingsChanges(body) };
}

/** What is given, for a PATCH: null becomes what it is without. */
export function toSettingsChanges(body: z.output<typeof SettingsPatch>): Partial<SettingsFields> {
	const { colorPaletteLight: light, colorPaletteDark: dark, ...plain } = body;
	const given = {
		...plain,
		...(light !== undefined && { colorPaletteLight: toPalette(light) }),
		...(dark !== undefined && { colorPaletteDark: toPalette(dark) }),
	};
	const written = Object.entries(given).filter(([, value]) => value !== undefined);
	return Object.fromEntries(
		written.map(([name, value]) => [name, value ?? DEFAULT_SETTINGS[name as keyof SettingsFields]]), // safe because `fields` has the same names
	);
}

/** Only the colours that are set; null when none is. */
function toPalette(given: z.output<typeof paletteIn> | null): Palette | null {
	const set = Object.entries(given ?? {}).filter(([, value]) => value != null);
	return set.length === 0 ? null : Object.fromEntries(set);
}

export function toPortalSettingsOut(row: SettingsFields): z.input<typeof PortalSettingsOut> {
	return {
		displayName: row.displayName,
		logoUrl: row.logoUrl,
		fontFamily: row.fontFamily,
		baseFontSizePx: row.baseFontSizePx,
		borderRadius: row.borderRadius,
		colorPaletteLight: row.colorPaletteLight,
		colorPaletteDark: row.colorPaletteDark,
		locale: row.locale,
		isPortalReadOnly: row.isPortalReadOnly,
	};
}

export function toSettingsOut(row: SettingsFields): z.input<typeof SettingsOut> {
	return {
		...toPortalSettingsOut(row),
		isCatalogPublic: row.isCatalogPublic,
		portalFrameAncestors: row.portalFrameAncestors,
	};
}
