// One application: what it is, how its deliveries go, and its customer's way into the portal.
import { useState } from "preact/hooks";
import { formatDate, formatNumber } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import type { ActivityOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Card, KeyValueList, PageHead } from "../../ui/layout.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import type { ApplicationOut } from "../models.ts";
import type { ConsoleParams } from "../routes.ts";
import { ApplicationDialog } from "./application-dialog.tsx";
import { DeleteApplicationDialog, EndSessionsDialog } from "./end-dialogs.tsx";
import { PortalLinkDialog } from "./portal-link-dialog.tsx";

type Shown = "edit" | "link" | "end" | "delete" | null;

export function ApplicationPage({ params: { appId } }: { params: ConsoleParams<"application"> }) {
	const found = useQuery<ApplicationOut>(`/app/${appId}/`);
	const [shown, setShown] = useState<Shown>(null);
	const close = () => setShown(null);
	const app = found.data;
	if (app === undefined) {
		return (
			<>
				<PageHead title={t("console.app.title")} />
				{found.error ? (
					<ErrorState error={found.error} onRetry={found.reload} />
				) : (
					<Skeleton rows={6} />
				)}
			</>
		);
	}
	return (
		<>
			<PageHead
				title={app.name}
				actions={
					<>
						<Button look="primary" icon="external" onClick={() => setShown("link")}>
							{t("console.link.open")}
						</Button>
						<Menu
							label={t("console.app.more")}
							look="normal"
							items={[
								{ label: t("console.app.edit"), icon: "edit", onSelect: () => setShown("edit") },
								{ label: t("console.end.do"), icon: "logOut", onSelect: () => setShown("end") },
								{
									label: t("console.app.delete"),
									icon: "trash",
									isDanger: true,
									onSelect: () => setShown("delete"),
								},
							]}
						/>
					</>
				}
			/>
			<div class="stack">
				<Activity appId={app.id} />
				<Facts app={app} onEdit={() => setShown("edit")} />
			</div>
			{shown === "edit" && (
				<ApplicationDialog found={app} onClose={close} onSaved={() => found.reload()} />
			)}
			{shown === "link" && <PortalLinkDialog app={app} onClose={close} />}
			{shown === "end" && <EndSessionsDialog app={app} onClose={close} />}
			{shown === "delete" && <DeleteApplicationDialog app={app} onClose={close} />}
		</>
	);
}

function Facts({ app, onEdit }: { app: ApplicationOut; onEdit: () => void }) {
	const metadata = Object.entries(app.metadata);
	return (
		<Card
			title={t("console.app.facts")}
			actions={
				<Button look="quiet" size="small" icon="edit" onClick={onEdit}>
					{t("console.edit")}
				</Button>
			}
		>
			<KeyValueList
				entries={[
					[t("console.app.id"), <Copyable key="id" text={app.id} />],
					[
						t("console.apps.uid"),
						app.uid === null ? (
							<span key="none" class="quiet-text">
								{t("console.app.noUid")}
							</span>
						) : (
							<Copyable key="uid" text={app.uid} />
						),
					],
					[
						t("console.apps.throttle"),
						app.throttleRate === null
							? t("console.apps.noLimit")
							: t("console.apps.perSecond", {
									count: formatNumber(app.throttleRate, localeNow()),
								}),
					],
					metadata.length > 0 && [
						t("console.app.metadata"),
						<ul key="metadata">
							{metadata.map(([name, value]) => (
								<li key={name}>
									<code>{name}</code> {value}
								</li>
							))}
						</ul>,
					],
					[t("console.apps.created"), <Time key="created" at={app.createdAt} isExact />],
					[t("console.app.updated"), <Time key="updated" at={app.updatedAt} isExact />],
				]}
			/>
		</Card>
	);
}

const Copyable = ({ text }: { text: string }) => (
	<span class="copyable">
		<code>{text}</code>
		<CopyButton text={text} />
	</span>
);

function Activity({ appId }: { appId: string }) {
	const activity = useQuery<ActivityOut>(`/app/${appId}/activity/`, { period: "day" });
	return (
		<Card title={t("console.app.byDay")}>
			{activity.isLoading && <Skeleton rows={4} />}
			{activity.error && <ErrorState error={activity.error} onRetry={activity.reload} />}
			{activity.data && (
				<BarChart
					label={t("console.app.byDay")}
					buckets={activity.data.buckets}
					timeOf={(at) => formatDate(Date.parse(at), localeNow())}
				/>
			)}
		</Card>
	);
}
