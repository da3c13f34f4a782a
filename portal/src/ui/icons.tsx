// Line icons on a 16-pixel grid, drawn in the colour of their text.

const PATHS = {
	endpoint: "M6.5 9.5 9.5 6.5M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3 3 0 0 1 3.5 8l1-1",
	message: "M2.5 4.5h11v8h-11zM2.5 5l5.5 4 5.5-4",
	activity: "M1.5 8.5h3l2-5 3 9 2-4h3",
	eventType: "M8 2 14 5 8 8 2 5zM2.5 8 8 10.8 13.5 8M2.5 11 8 13.8 13.5 11",
	task: "M8 2.5V5M8 11v2.5M2.5 8H5M11 8h2.5M4.1 4.1l1.8 1.8M10.1 10.1l1.8 1.8M4.1 11.9l1.8-1.8M10.1 5.9l1.8-1.8",
	plus: "M8 3v10M3 8h10",
	minus: "M3 8h10",
	check: "m3 8.5 3.2 3.2L13 4.8",
	cross: "m4 4 8 8M12 4l-8 8",
	search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3",
	copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
	more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
	left: "M10 3.5 5.5 8l4.5 4.5",
	right: "M6 3.5 10.5 8 6 12.5",
	down: "M3.5 6 8 10.5 12.5 6",
	up: "M3.5 10 8 5.5l4.5 4.5",
	back: "M13 8H3.5M7 4 3 8l4 4",
	forward: "M3 8h9.5M9 4l4 4-4 4",
	refresh: "M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3",
	play: "M5 3.5v9l7-4.5z",
	pause: "M5.5 3.5v9M10.5 3.5v9",
	clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6",
	warning: "M8 2.5 14.2 13H1.8zM8 6.5v3M8 11.2h.01",
	info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5h.01",
	stop: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4",
	edit: "m3 13 .6-2.8 7-7 2.2 2.2-7 7zM9.2 4.6l2.2 2.2",
	trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4",
	eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
	eyeOff:
		"M6.5 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.6 2.1M10.8 11.7A6 6 0 0 1 8 12.5C4 12.5 1.5 8 1.5 8a12 12 0 0 1 3.1-3.3M2.5 2.5l11 11",
	key: "M9.5 9.5a3.5 3.5 0 1 0-3-3l-4.5 4.5v2.5h2.5l.5-1.5 1.5-.5.5-1.5zM11 5h.01",
	filter: "M2.5 4h11M4.5 8h7M6.5 12h3",
	external: "M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4",
	logOut: "M6.5 13.5h-4v-11h4M10 4.5 13.5 8 10 11.5M13.5 8h-7",
	sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
	moon: "M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z",
	system: "M2 3h12v8H2zM6 13.5h4M8 11v2.5",
	menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
	send: "M14 2 7.5 8.5M14 2 9.8 14l-2.3-5.5L2 6.2z",
	code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
	table: "M2 3h12v10H2zM2 6.5h12M6.5 6.5V13",
	wait: "M4.5 2.5h7M4.5 13.5h7M5.2 2.5c0 3 5.6 4 5.6 6.8v4.2M10.8 2.5c0 3-5.6 4-5.6 6.8v4.2",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration beside a text, or the face of a button that has a label of its own. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
	<svg
		class={`icon icon-${name}`}
		viewBox="0 0 16 16"
		width={size}
		height={size}
		aria-hidden="true"
	>
		<path d={PATHS[name]} />
	</svg>
);
