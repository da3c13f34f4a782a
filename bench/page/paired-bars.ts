// A chart of two bars side by side for each name, each with a mark inside it: as of a median within a high percentile.
import { COLOURS, frame, legend, text, WIDTH } from "./svg.ts";

export type Pair = { name: string; bars: readonly { inner: number; outer: number }[] };

const LEFT = 200;
/** For the numbers behind the bars. */
const RIGHT = 120;
const TOP = 40;
const BAR = 14;
const ROW = 2 * BAR + 12;

/** `names` are those of the bars of each pair. */
export function pairedBars(
	title: string,
	names: readonly string[],
	pairs: readonly Pair[],
): string {
	const max = Math.max(...pairs.flatMap(({ bars }) => bars.map(({ outer }) => outer)), 1e-9);
	const scale = (WIDTH - LEFT - RIGHT) / max;
	const height = TOP + pairs.length * ROW + 34;
	const rows = pairs.flatMap(({ name, bars }, i) => {
		const top = TOP + i * ROW;
		return [
			text(LEFT - 8, top + BAR + 4, name, "end"),
			...bars.flatMap(({ inner, outer }, j) => {
				const y = top + j * BAR;
				return [
					box(y, outer * scale, COLOURS[j], 0.45),
					box(y, inner * scale, COLOURS[j], 1),
					text(LEFT + outer * scale + 6, y + BAR - 2, `${tell(inner)} · ${tell(outer)}`, "start"),
				];
			}),
		];
	});
	return frame(title, height, [...rows, legend(names, height - 8)]);
}

const box = (y: number, width: number, colour: string | undefined, opacity: number) =>
	`<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 1}" fill="${colour}" fill-opacity="${opacity}"/>`;

const tell = (value: number) => value.toFixed(1);
