// A button with a list of things to do; arrow keys walk it, Escape and a click elsewhere close it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";

export type MenuItem = {
	label: string;
	onSelect: () => void;
	icon?: IconName;
	hint?: string;
	isDanger?: boolean;
	isDisabled?: boolean;
};

const GAP_PX = 4;

/** Nothing is drawn when there is nothing to do. `label` is spoken when the button shows only an icon. */
export function Menu({
	label,
	items,
	icon = "more",
	children,
	look = "quiet",
}: {
	label: string;
	items: readonly (MenuItem | false | null)[];
	icon?: IconName;
	children?: ComponentChildren;
	look?: "quiet" | "normal";
}) {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const shown = items.filter((item) => item !== false && item !== null);
	useEffect(() => {
		const menu = list.current;
		const onToggle = (event: Event) => {
			const isOpen = "newState" in event && event.newState === "open";
			button.current?.setAttribute("aria-expanded", String(isOpen));
			if (!isOpen || menu === null || button.current === null) return;
			placeBelow(menu, button.current);
			menu.querySelector<HTMLElement>("[role=menuitem]:not([disabled])")?.focus();
		};
		menu?.addEventListener("toggle", onToggle);
		return () => menu?.removeEventListener("toggle", onToggle);
	}, [shown.length === 0]);
	if (shown.length === 0) return null;
	return (
		<>
			<button
				ref={button}
				type="button"
				class={`button ${look} ${children ? "normal-size" : "square"}`}
				popovertarget={id}
				aria-haspopup="menu"
				aria-expanded="false"
				aria-label={children ? undefined : label}
				title={children ? undefined : label}
			>
				{children}
				<Icon name={children ? "down" : icon} />
			</button>
			<div
				ref={list}
				id={id}
				popover="auto"
				role="menu"
				aria-label={label}
				class="menu"
				onKeyDown={walk}
			>
				{shown.map((item) => (
					<button
						key={item.label}
						type="button"
						role="menuitem"
						tabIndex={-1}
						class={item.isDanger ? "danger" : ""}
						disabled={item.isDisabled}
						onClick={() => {
							list.current?.hidePopover();
							button.current?.focus();
							item.onSelect();
						}}
					>
						{item.icon && <Icon name={item.icon} />}
						<span>
							{item.label}
							{item.hint && <small>{item.hint}</small>}
						</span>
					</button>
				))}
			</div>
		</>
	);
}

/** Under the button, its end at the button's end, and inside the window. */
export function placeBelow(menu: HTMLElement, button: HTMLElement): void {
	const at = button.getBoundingClientRect();
	const { width, height } = menu.getBoundingClientRect();
	const isRoom = at.bottom + GAP_PX + height <= innerHeight;
	const top = isRoom ? at.bottom + GAP_PX : Math.max(GAP_PX, at.top - GAP_PX - height);
	const left = Math.min(Math.max(GAP_PX, at.right - width), innerWidth - width - GAP_PX);
	menu.style.setProperty("inset", `${top}px auto auto ${left}px`);
}

function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
	const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
	const items = [
		...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]:not([disabled])"),
	];
	const here = items.findIndex((item) => item.matches(":focus"));
	const step = steps[event.key];
	const goal =
		event.key === "Home"
			? 0
			: event.key === "End"
				? items.length - 1
				: step === undefined
					? null
					: (here + step + items.length) % items.length;
	if (event.key === "Tab") event.currentTarget.hidePopover();
	if (goal === null) return;
	event.preventDefault();
	items[goal]?.focus();
}
