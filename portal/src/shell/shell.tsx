// The frame around the pages: a side bar when the portal stands alone, one row of tabs inside another page.
import type { ComponentChildren } from "preact";
import type { DarkMode } from "../../../src/core/look/look.ts";
import { isFramed, look, setDarkMode } from "../lib/apply-look.ts";
import { logOut } from "../lib/open-session.ts";
import { mayGoBack, mayGoForward, usePlace } from "../lib/router.ts";
import { useStore } from "../lib/store.ts";
import type { PortalOut } from "../models.ts";
import { t } from "../texts/index.ts";
import { IconButton } from "../ui/button.tsx";
import { Segments } from "../ui/choice.tsx";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Menu } from "../ui/menu.tsx";
import { Toasts } from "../ui/toast.tsx";
import { navigationAt } from "./navigation.ts";

export function Shell({ portal, children }: { portal: PortalOut; children: ComponentChildren }) {
	const { hideNavigation } = useStore(look);
	const kind = hideNavigation ? "bare" : isFramed ? "framed" : "alone";
	return (
		<div class={`shell ${kind}`}>
			<SkipLink />
			{kind === "alone" && <SideBar portal={portal} />}
			{kind === "framed" && <TabRow />}
			<main id="main" tabIndex={-1}>
				{children}
			</main>
			<Toasts />
		</div>
	);
}

export const SkipLink = () => (
	// biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, and says so where there is no script
	<a class="skip" href="#main" onClick={skip}>
		{t("nav.skip")}
	</a>
);

/** The fragment stays out of the address: that is where links carry their keys. */
function skip(event: MouseEvent): void {
	event.preventDefault();
	document.getElementById("main")?.focus();
}

function SideBar({ portal }: { portal: PortalOut }) {
	return (
		<header class="side">
			<Brand portal={portal} />
			<Navigation />
			<div class="side-foot">
				<ThemeChoice />
				<button type="button" class="button quiet small" onClick={() => void logOut()}>
					<Icon name="logOut" />
					{t("session.logOut")}
				</button>
			</div>
			<div class="side-menu">
				<Menu
					label={t("nav.menu")}
					icon="menu"
					items={[
						...themeItems(),
						{ label: t("session.logOut"), icon: "logOut", onSelect: () => void logOut() },
					]}
				/>
			</div>
		</header>
	);
}

function Brand({ portal: { settings, appName } }: { portal: PortalOut }) {
	const { icon } = useStore(look);
	const image = icon ?? settings.logoUrl;
	return (
		<div class="brand">
			{image ? (
				<img src={image} alt="" width={28} height={28} referrerpolicy="no-referrer" />
			) : (
				<span class="brand-mark">
					<Icon name="send" />
				</span>
			)}
			<span class="brand-words">
				<strong>{settings.displayName ?? t("app.title")}</strong>
				<span title={appName}>{appName}</span>
			</span>
		</div>
	);
}

function Navigation() {
	const { path } = usePlace();
	return (
		<nav class="navigation" aria-label={t("nav.label")}>
			{navigationAt(path).map(({ label, icon, to, isCurrent }) => (
				<Link key={to} to={to} aria-current={isCurrent ? "page" : undefined}>
					<Icon name={icon} />
					<span>{t(label)}</span>
				</Link>
			))}
		</nav>
	);
}

/** The arrows are there because the browser's own belong to the page around. */
function TabRow() {
	const here = usePlace();
	return (
		<header class="tab-bar">
			<IconButton
				label={t("nav.back")}
				icon="back"
				disabled={!mayGoBack(here)}
				onClick={() => history.back()}
			/>
			<IconButton
				label={t("nav.forward")}
				icon="forward"
				disabled={!mayGoForward(here)}
				onClick={() => history.forward()}
			/>
			<Navigation />
		</header>
	);
}

const THEMES = [
	{ value: "auto", icon: "system" },
	{ value: "false", icon: "sun" },
	{ value: "true", icon: "moon" },
] as const;

/** The themes as entries of a menu. */
export const themeItems = () =>
	THEMES.map(({ value, icon }) => ({
		label: t(`theme.${nameOf(value)}`),
		icon,
		onSelect: () => setDarkMode(value),
	}));

const nameOf = (mode: DarkMode) => (mode === "auto" ? "auto" : mode === "true" ? "dark" : "light");

export function ThemeChoice() {
	const { darkMode = "false" } = useStore(look);
	return (
		<Segments
			legend={t("theme.label")}
			value={darkMode}
			onChange={setDarkMode}
			options={THEMES.map(({ value, icon }) => ({
				value,
				label: <Icon name={icon} />,
				title: t(`theme.${nameOf(value)}`),
			}))}
		/>
	);
}
