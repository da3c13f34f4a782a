// One number that matters, with its name and what it is about.
import type { ComponentChildren } from "preact";

export const Tile = ({
	label,
	value,
	title,
	children,
}: {
	label: string;
	value: string;
	/** The exact number, where `value` is rounded. */
	title?: string;
	children?: ComponentChildren;
}) => (
	<div class="tile">
		<dt>{label}</dt>
		<dd class="tile-value" title={title}>
			{value}
		</dd>
		{children && <dd class="quiet-text">{children}</dd>}
	</div>
);
