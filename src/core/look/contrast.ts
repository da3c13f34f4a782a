// Colours as numbers: how well one can be read on another, and what to do when it cannot.

/** Least contrast of text (WCAG 2.2, level AA). */
export const TEXT_CONTRAST_MIN = 4.5;

type Rgb = readonly [number, number, number];

const BLACK = "#000000";
const WHITE = "#ffffff";
const STEPS = 20;

/** `#rrggbb` in small letters, or null for anything but six hexadecimal digits with or without `#`. */
export function parseHex(text: string): string | null {
	const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text) ?? [];
	return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** From 1 (the same) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever can be read better on a colour. */
export const onColour = (background: string): string =>
	contrastOf(WHITE, background) >= contrastOf(BLACK, background) ? WHITE : BLACK;

/** The first colour on the way to `goal`, itself among them, that is fine; null when none is. */
export function nearest(
	colour: string,
	goal: string,
	isFine: (colour: string) => boolean,
): string | null {
	for (let step = 0; step <= STEPS; step++) {
		const mixed = mix(colour, goal, step / STEPS);
		if (isFine(mixed)) return mixed;
	}
	return null;
}

/** A colour on the way from one to another; 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
	const end = toRgb(to);
	const channels = toRgb(from).map((value, index) =>
		Math.round(value + ((end[index] ?? 0) - value) * share),
	);
	return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminanceOf(hex: string): number {
	const [red = 0, green = 0, blue = 0] = toRgb(hex).map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toRgb(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}
