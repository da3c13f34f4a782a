// The parts that pages are put together from: head, cards, key-value lists, breadcrumbs, progress.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { session } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { t } from "../texts/index.ts";
import { Icon } from "./icons.tsx";
import { Link } from "./link.tsx";

export type Crumb = { label: ComponentChildren; to?: string };

let isFirstPage = true;

/**
 * The head of every page: exactly one. Sets the window's title and takes the focus when the page changes.
 * `title` is plain text; `heading` draws it otherwise, as for an address.
 */
export function PageHead({
	title,
	heading,
	intro,
	crumbs,
	actions,
	badge,
}: {
	title: string;
	heading?: ComponentChildren;
	intro?: ComponentChildren;
	crumbs?: readonly Crumb[];
	actions?: ComponentChildren;
	badge?: ComponentChildren;
}) {
	const element = useRef<HTMLHeadingElement>(null);
	const state = useStore(session);
	const sender =
		state.kind === "open"
			? state.portal.settings.displayName
			: state.kind === "account"
				? state.account.orgName
				: null;
	useEffect(() => {
		document.title = t("app.titleOf", { page: title, name: sender ?? t("app.title") });
	}, [title, sender]);
	useEffect(() => {
		if (!isFirstPage) element.current?.focus();
		isFirstPage = false;
	}, []);
	return (
		<header class="page-head">
			{crumbs && <Breadcrumbs crumbs={crumbs} />}
			<div class="page-title">
				<h1 ref={element} tabIndex={-1}>
					{heading ?? title}
				</h1>
				{badge}
				{actions && <div class="actions">{actions}</div>}
			</div>
			{intro && <p class="intro">{intro}</p>}
		</header>
	);
}

const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
	<nav class="crumbs" aria-label={t("nav.breadcrumbs")}>
		<ol>
			{crumbs.map(({ label, to }, index) => (
				<li key={index}>
					{index > 0 && <Icon name="right" size={12} />}
					{to === undefined ? (
						<span aria-current="page">{label}</span>
					) : (
						<Link to={to}>{label}</Link>
					)}
				</li>
			))}
		</ol>
	</nav>
);

/** A part of a page under a heading of its own. */
export const Card = ({
	title,
	actions,
	children,
	isFlush = false,
	isDanger = false,
}: {
	title?: ComponentChildren;
	actions?: ComponentChildren;
	children: ComponentChildren;
	/** Its content reaches the border: tables, code. */
	isFlush?: boolean;
	isDanger?: boolean;
}) => (
	<section class={`card ${isFlush ? "flush" : ""} ${isDanger ? "danger" : ""}`}>
		{(title || actions) && (
			<header>
				{title && <h2>{title}</h2>}
				{actions}
			</header>
		)}
		<div class="card-body">{children}</div>
	</section>
);

/** Names and what they are; entries without a value are left out. */
export const KeyValueList = ({
	entries,
}: {
	entries: readonly (readonly [label: string, value: ComponentChildren] | false | null)[];
}) => (
	<dl class="values">
		{entries.map(
			(entry) =>
				entry && (
					<div key={entry[0]}>
						<dt>{entry[0]}</dt>
						<dd>{entry[1]}</dd>
					</div>
				),
		)}
	</dl>
);

/** How far a task is. `total` null: nobody knows yet. */
export const Progress = ({
	label,
	done,
	total,
	children,
}: {
	label: string;
	done: number;
	total: number | null;
	/** Words beside the bar, as the time left. */
	children?: ComponentChildren;
}) => (
	<div class="progress">
		<progress
			aria-label={label}
			max={total ?? undefined}
			value={total === null ? undefined : done}
		/>
		{children && <span>{children}</span>}
	</div>
);
