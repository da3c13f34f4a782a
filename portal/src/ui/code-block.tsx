// A text to read and to copy exactly: a command, a body, a secret's use.
import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy.tsx";

export const CodeBlock = ({
	label,
	text,
	actions,
	isWrapped = false,
}: {
	label: string;
	text: string;
	actions?: ComponentChildren;
	isWrapped?: boolean;
}) => (
	<div class="code-block">
		<div class="code-head">
			<span>{label}</span>
			{actions}
			<CopyButton text={text} />
		</div>
		<CodePane label={label}>
			<pre class={isWrapped ? "wrapped" : ""}>{text}</pre>
		</CodePane>
	</div>
);

/** Scrolls by itself when it is long, by keyboard too. */
export const CodePane = ({ label, children }: { label: string; children: ComponentChildren }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
	<section class="code" aria-label={label} tabIndex={0}>
		{children}
	</section>
);
