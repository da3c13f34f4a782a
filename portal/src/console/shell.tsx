// The frame around the console's pages: all main pages in groups, at the side or behind a button.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { usePlace } from "../lib/router.ts";
import { endSession } from "../lib/session.ts";
import type { WhoamiOut } from "../models.ts";
import { SkipLink, ThemeChoice } from "../shell/shell.tsx";
import { t } from "../texts/index.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Toasts } from "../ui/toast.tsx";
import { navigationFor } from "./navigation.ts";

export function ConsoleShell({
	account,
	children,
}: {
	account: WhoamiOut;
	children: ComponentChildren;
}) {
	return (
		<div class="shell alone console">
			<SkipLink />
			<SideBar account={account} />
			<main id="main" tabIndex={-1}>
				{children}
			</main>
			<Toasts />
		</div>
	);
}

function SideBar({ account }: { account: WhoamiOut }) {
	const { base, path } = usePlace();
	const [isOpen, setOpen] = useState(false);
	const id = useId();
	useEffect(() => setOpen(false), [base, path]);
	return (
		<header class={`side ${isOpen ? "opened" : ""}`}>
			<div class="brand">
				<span class="brand-mark">
					<Icon name="send" />
				</span>
				<span class="brand-words">
					<strong title={account.orgName ?? undefined}>{account.orgName}</strong>
					<span>{t("console.title")}</span>
				</span>
				<span class="side-toggle">
					<IconButton
						label={t("nav.menu")}
						icon={isOpen ? "cross" : "menu"}
						aria-expanded={isOpen}
						aria-controls={id}
						onClick={() => setOpen(!isOpen)}
					/>
				</span>
			</div>
			<div class="side-content" id={id}>
				<Navigation account={account} />
				<div class="side-foot">
					<ThemeChoice />
					<button type="button" class="button quiet small" onClick={() => endSession("left")}>
						<Icon name="logOut" />
						{t("session.logOut")}
					</button>
				</div>
			</div>
		</header>
	);
}

function Navigation({ account }: { account: WhoamiOut }) {
	const { match } = usePlace();
	const id = useId();
	return (
		<nav class="navigation" aria-label={t("nav.label")}>
			{navigationFor(account, match?.name ?? "").map(({ label, links }, group) => (
				<ul key={group} aria-labelledby={label === null ? undefined : `${id}-${group}`}>
					{label !== null && (
						<li class="nav-group" id={`${id}-${group}`}>
							{t(label)}
						</li>
					)}
					{links.map(({ label: words, icon, to, isCurrent }) => (
						<li key={to}>
							<Link to={to} aria-current={isCurrent ? "page" : undefined}>
								<Icon name={icon} />
								<span>{t(words)}</span>
							</Link>
						</li>
					))}
				</ul>
			))}
		</nav>
	);
}
