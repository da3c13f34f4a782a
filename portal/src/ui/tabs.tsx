// Tabs: links between the parts of one thing that each have an address, or panels of one page.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Link } from "./link.tsx";

/** Each has an address of its own, so they are links. */
export const LinkTabs = ({
	label,
	current,
	tabs,
}: {
	label: string;
	current: string;
	tabs: readonly { name: string; label: string; to: string }[];
}) => (
	<nav class="tabs" aria-label={label}>
		{tabs.map(({ name, label: text, to }) => (
			<Link key={name} to={to} aria-current={name === current ? "page" : undefined}>
				{text}
			</Link>
		))}
	</nav>
);

/** Panels without an address; arrow keys change between them. */
export function Tabs<T extends string>({
	label,
	current,
	onChange,
	tabs,
	children,
	actions,
}: {
	label: string;
	current: T;
	onChange: (name: T) => void;
	tabs: readonly { name: T; label: ComponentChildren }[];
	/** The panel of the current tab. */
	children: ComponentChildren;
	actions?: ComponentChildren;
}) {
	const id = useId();
	const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
		const here = tabs.findIndex(({ name }) => name === current);
		const goals: Record<string, number> = {
			ArrowRight: (here + 1) % tabs.length,
			ArrowLeft: (here + tabs.length - 1) % tabs.length,
			Home: 0,
			End: tabs.length - 1,
		};
		const goal = goals[event.key];
		const tab = goal === undefined ? undefined : tabs[goal];
		if (goal === undefined || tab === undefined) return;
		event.preventDefault();
		onChange(tab.name);
		event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[goal]?.focus();
	};
	return (
		<>
			<div class="tab-row">
				<div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
					{tabs.map((tab) => (
						<button
							key={tab.name}
							type="button"
							role="tab"
							id={`${id}-${tab.name}`}
							aria-selected={tab.name === current}
							aria-controls={`${id}-panel`}
							tabIndex={tab.name === current ? 0 : -1}
							onClick={() => onChange(tab.name)}
						>
							{tab.label}
						</button>
					))}
				</div>
				{actions}
			</div>
			<div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
				{children}
			</div>
		</>
	);
}
