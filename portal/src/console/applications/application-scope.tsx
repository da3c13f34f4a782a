// One application in the console: its tabs, and its portal's pages, which the API key drives here.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { seed, useQuery } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import { application } from "../../lib/session.ts";
import { useStore } from "../../lib/store.ts";
import type { PortalOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Icon } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { LinkTabs } from "../../ui/tabs.tsx";
import { consolePath, inApplication } from "../routes.ts";

/** `children` is drawn when the application is known, and then all of its pages are about that one. */
export function ApplicationScope({
	appId,
	children,
}: {
	appId: string;
	children: ComponentChildren;
}) {
	const portal = useQuery<PortalOut>(`/app/${appId}/portal/`);
	const opened = useStore(application);
	const found = useMemo(
		// What holds for customers does not hold for the sender's own key.
		() =>
			portal.data && {
				...portal.data,
				settings: { ...portal.data.settings, isPortalReadOnly: false },
			},
		[portal.data],
	);
	useEffect(() => {
		if (found === undefined) return;
		seed(`/app/${found.appId}/endpoint-overview/`, {}, found.endpoints);
		application.set(found);
	}, [found]);
	useEffect(() => () => application.set(null), []);
	if (portal.error) {
		return (
			<>
				<PageHead title={t("console.app.title")} crumbs={crumbs(appId)} />
				<ErrorState error={portal.error} onRetry={portal.reload} />
			</>
		);
	}
	if (found === undefined || opened?.appId !== found.appId) return <Skeleton rows={8} />;
	return (
		<>
			<ApplicationBar appId={appId} name={found.appName} />
			{children}
		</>
	);
}

const crumbs = (name: string) => [
	{ label: t("console.nav.applications"), to: consolePath("applications", {}) },
	{ label: name },
];

const TABS = ["endpoints", "messages", "activity", "tasks"] as const;

function ApplicationBar({ appId, name }: { appId: string; name: string }) {
	const { path } = usePlace();
	const home = consolePath("application", { appId });
	const tabs = TABS.map((tab) => ({
		name: tab,
		label: t(`nav.${tab}`),
		to: inApplication(appId, pathTo(tab, {})),
	}));
	const current = TABS.find((tab) => path.startsWith(pathTo(tab, {}))) ?? "application";
	return (
		<div class="app-bar">
			<p class="app-name">
				<Link to={consolePath("applications", {})}>{t("console.nav.applications")}</Link>
				<Icon name="right" size={12} />
				<Link to={home}>{name}</Link>
			</p>
			<LinkTabs
				label={t("console.app.pages")}
				current={path === "" ? "application" : current}
				tabs={[{ name: "application", label: t("console.app.overview"), to: home }, ...tabs]}
			/>
		</div>
	);
}
