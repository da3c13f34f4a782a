// Buttons, and links that look like them.
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons.tsx";
import { Link } from "./link.tsx";

type Look = {
	/** `primary` once a page; `danger` for what cannot be undone; `quiet` has no border. */
	look?: "primary" | "normal" | "quiet" | "danger";
	size?: "small" | "normal";
	icon?: IconName;
	children?: ComponentChildren;
};

type Native = Omit<ButtonHTMLAttributes, "icon" | "size">;

const classOf = ({ look = "normal", size = "normal" }: Look, more = "") =>
	`button ${look} ${size} ${more}`.trim();

export function Button({
	look,
	size,
	icon,
	isBusy = false,
	children,
	type = "button",
	...rest
}: Look & Native & { isBusy?: boolean }) {
	return (
		<button
			{...rest}
			type={type}
			class={classOf({ look, size }, isBusy ? "busy" : "")}
			aria-disabled={isBusy || rest.disabled ? "true" : undefined}
			onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
		>
			{isBusy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
			{children}
		</button>
	);
}

/** A link to a page of ours that is the main thing to do. */
export const LinkButton = ({ look, size, icon, to, children }: Look & { to: string }) => (
	<Link to={to} class={classOf({ look, size })}>
		{icon && <Icon name={icon} />}
		{children}
	</Link>
);

/** `label` is spoken, and shown while the pointer rests on it. */
export const IconButton = ({
	label,
	icon,
	size,
	look = "quiet",
	type = "button",
	...rest
}: Native & { label: string; icon: IconName; size?: Look["size"]; look?: Look["look"] }) => (
	<button
		{...rest}
		type={type}
		class={classOf({ look, size }, "square")}
		aria-label={label}
		title={label}
	>
		<Icon name={icon} />
	</button>
);
