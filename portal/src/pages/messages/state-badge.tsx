// A delivery's state as a badge, and several of them in words.
import type { State } from "../../lib/standing-summary.ts";
import { t } from "../../texts/index.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icons.tsx";

const FACE = {
	delivered: ["good", "check"],
	waiting: ["calm", "clock"],
	sending: ["accent", "send"],
	failing: ["warn", "refresh"],
	exhausted: ["bad", "cross"],
	disabled: ["calm", "stop"],
	paused: ["warn", "pause"],
	cancelled: ["calm", "stop"],
	filtered_out: ["calm", "filter"],
	gone: ["calm", "trash"],
	unknown: ["calm", "info"],
} as const satisfies Record<State, readonly [Tone, IconName]>;

export function StateBadge({ state, title }: { state: State; title?: string }) {
	const [tone, icon] = FACE[state];
	return (
		<Badge tone={tone} icon={icon} title={title}>
			{t(`state.${state}`)}
		</Badge>
	);
}

/** «Delivered 2, Failed 1». */
export const statesText = (states: Partial<Record<State, number>>): string =>
	Object.entries(states)
		// safe because the names of the counts are the states
		.map(([state, count]) => `${t(`state.${state as State}`)} ${count}`)
		.join(", ");
