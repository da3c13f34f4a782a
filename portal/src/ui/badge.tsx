// How something stands, in a word with a sign of its own: colour alone says nothing.
import type { ComponentChildren } from "preact";
import { type Key, t } from "../texts/index.ts";
import { Icon, type IconName } from "./icons.tsx";

export type Tone = "good" | "bad" | "warn" | "calm" | "accent";

export const Badge = ({
	tone = "calm",
	icon,
	title,
	children,
}: {
	tone?: Tone;
	icon?: IconName;
	title?: string;
	children: ComponentChildren;
}) => (
	<span class={`badge ${tone}`} title={title}>
		{icon && <Icon name={icon} size={12} />}
		{children}
	</span>
);

const STATUS = {
	enabled: ["good", "check"],
	success: ["good", "check"],
	finished: ["good", "check"],
	failing: ["bad", "warning"],
	fail: ["bad", "cross"],
	disabled: ["calm", "stop"],
	cancelled: ["calm", "stop"],
	paused: ["warn", "pause"],
	waiting: ["calm", "clock"],
	sending: ["accent", "send"],
	running: ["accent", "task"],
} as const satisfies Record<string, readonly [Tone, IconName]>;

export type Status = keyof typeof STATUS;

/** `children` replaces the usual word, `title` explains it on hover. */
export function StatusBadge({
	status,
	title,
	children,
}: {
	status: Status;
	title?: string;
	children?: ComponentChildren;
}) {
	const [tone, icon] = STATUS[status];
	return (
		<Badge tone={tone} icon={icon} title={title}>
			{children ?? t(`status.${status}` satisfies Key)}
		</Badge>
	);
}
