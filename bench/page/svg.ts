// Small charts as SVG text that reads in light and dark: lines over an axis, and stacked bars.

export const COLOURS = [
	"#3b6fd8",
	"#c2571a",
	"#2c8a57",
	"#8b5cc4",
	"#b3304f",
	"#7a7a22",
	"#2a8a99",
	"#777777",
];
const STYLE = `<style>text{font:12px system-ui,sans-serif;fill:#57606a}.grid{stroke:#8b949e55}
@media (prefers-color-scheme:dark){text{fill:#a8b1bb}}</style>`;
export const WIDTH = 760;
const LEFT = 64;
const RIGHT = 16;

export type Series = { name: string; points: readonly (readonly [x: number, y: number])[] };
export type Axis = { title: string; max: number; ticks: readonly number[] };

export function lineChart(
	title: string,
	x: Axis,
	y: Axis,
	all: readonly Series[],
	limits: readonly { y: number; name: string }[] = [],
): string {
	const height = 312;
	const [top, bottom] = [44, height - 68];
	const toX = (value: number) => LEFT + (Math.min(value, x.max) / x.max) * (WIDTH - LEFT - RIGHT);
	const toY = (value: number) => bottom - (Math.min(value, y.max) / y.max) * (bottom - top);
	const parts = [
		...y.ticks.map((tick) => grid(LEFT, toY(tick), WIDTH - RIGHT, toY(tick))),
		...y.ticks.map((tick) => text(LEFT - 8, toY(tick) + 4, String(tick), "end")),
		...x.ticks.map((tick) => text(toX(tick), bottom + 18, String(tick), "middle")),
		text((LEFT + WIDTH - RIGHT) / 2, bottom + 36, x.title, "middle"),
		text(LEFT, top - 10, y.title, "start"),
		...limits.map(
			({ y: value, name }) =>
				`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${toY(value)}" y2="${toY(value)}" stroke="#b3304f" stroke-dasharray="5 4"/>${text(WIDTH - RIGHT, toY(value) - 5, name, "end")}`,
		),
		...all.map(({ points }, i) => {
			const path = points.map(([a, b]) => `${toX(a).toFixed(1)},${toY(b).toFixed(1)}`).join(" ");
			return `<polyline points="${path}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/>`;
		}),
		legend(
			all.map(({ name }) => name),
			height - 8,
		),
	];
	return frame(title, height, parts);
}

export type Bar = { name: string; parts: readonly { name: string; value: number }[] };

/** Horizontal, one below the other. */
export function stackedBars(
	title: string,
	unit: string,
	bars: readonly Bar[],
	max: number,
): string {
	const left = 300;
	const height = 60 + bars.length * 26 + 40;
	const names = [...new Set(bars.flatMap(({ parts }) => parts.map(({ name }) => name)))];
	const scale = (WIDTH - left - 72) / max;
	const rows = bars.flatMap(({ name, parts }, i) => {
		const y = 40 + i * 26;
		let x = left;
		const boxes = parts.map((part) => {
			const width = part.value * scale;
			const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="16" fill="${COLOURS[names.indexOf(part.name) % COLOURS.length]}"><title>${escapeXml(part.name)}: ${part.value.toFixed(3)}</title></rect>`;
			x += width;
			return box;
		});
		const sum = parts.reduce((total, { value }) => total + value, 0);
		return [
			text(left - 8, y + 12, name, "end"),
			...boxes,
			text(x + 6, y + 12, `${sum.toFixed(2)} ${unit}`, "start"),
		];
	});
	return frame(title, height, [...rows, legend(names, height - 8)]);
}

export const text = (x: number, y: number, value: string, anchor: string) =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escapeXml(value)}</text>`;
const grid = (x1: number, y1: number, x2: number, y2: number) =>
	`<line class="grid" x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}"/>`;

/** In two lines when one is too short. */
export function legend(names: readonly string[], y: number): string {
	let x = LEFT - 48;
	const widths = names.map((name) => 30 + name.length * 6.6);
	const isLong = widths.reduce((sum, width) => sum + width, 0) > WIDTH - RIGHT - x;
	let line = isLong ? y - 16 : y;
	return names
		.map((name, i) => {
			if (isLong && i === Math.ceil(names.length / 2)) {
				x = LEFT - 48;
				line = y;
			}
			const item = `<rect x="${x}" y="${line - 9}" width="10" height="10" fill="${COLOURS[i % COLOURS.length]}"/>${text(x + 14, line, name, "start")}`;
			x += widths[i] ?? 0;
			return item;
		})
		.join("");
}

export const frame = (title: string, height: number, parts: readonly string[]) =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}">
${STYLE}
<text x="16" y="20" font-weight="600">${escapeXml(title)}</text>
${parts.join("\n")}
</svg>
`;

const escapeXml = (value: string) =>
	value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
