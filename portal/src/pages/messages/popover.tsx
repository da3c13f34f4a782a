// A button that opens a small form below it; Escape and a click elsewhere close it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { placeBelow } from "../../ui/menu.tsx";

/** `children` are drawn while it is open, and get what closes it. */
export function Popover({
	label,
	text,
	icon,
	isSet,
	children,
}: {
	/** Names the form. */
	label: string;
	/** On the button. */
	text: string;
	icon: IconName;
	/** Something is chosen in it. */
	isSet: boolean;
	children: (close: () => void) => ComponentChildren;
}) {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const panel = useRef<HTMLDivElement>(null);
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const element = panel.current;
		const onToggle = (event: Event) => {
			setOpen("newState" in event && event.newState === "open");
		};
		element?.addEventListener("toggle", onToggle);
		return () => element?.removeEventListener("toggle", onToggle);
	}, []);
	useEffect(() => {
		if (!isOpen || panel.current === null || button.current === null) return;
		placeBelow(panel.current, button.current);
		panel.current.querySelector<HTMLElement>("input")?.focus();
	}, [isOpen]);
	return (
		<>
			<button
				ref={button}
				type="button"
				class={`button normal ${isSet ? "set" : ""}`}
				popovertarget={id}
				aria-haspopup="dialog"
				aria-expanded={isOpen}
			>
				<Icon name={icon} />
				<span class="popover-text">{text}</span>
				<Icon name="down" size={12} />
			</button>
			<div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} class="menu">
				{isOpen && children(() => panel.current?.hidePopover())}
			</div>
		</>
	);
}
