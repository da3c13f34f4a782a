// What the three pages of an endpoint share: its head, its actions, its state in words, and the tabs.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { shortId } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import { pathTo } from "../../lib/routes.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { LinkTabs } from "../../ui/tabs.tsx";
import { type Asked, AskedDialog } from "./asked-dialog.tsx";
import { Actions } from "./endpoint-actions.tsx";
import { Remarks } from "./endpoint-remarks.tsx";

type Tab = "overview" | "testing" | "advanced";

export function EndpointFrame({
	endpointId,
	tab,
	children,
}: {
	endpointId: string;
	tab: Tab;
	children: (endpoint: EndpointOut) => ComponentChildren;
}) {
	const path = inApp(`/endpoint/${endpointId}/`);
	const { data: endpoint, error, reload } = useQuery<EndpointOut>(path);
	const [asked, setAsked] = useState<Asked | null>(null);
	const name = endpoint?.url.replace(/^https:\/\//, "") ?? t("endpoint.title");
	return (
		<>
			<PageHead
				title={name}
				heading={<bdi title={endpoint?.url}>{name}</bdi>}
				crumbs={[
					{ label: t("endpoints.title"), to: pathTo("endpoints", {}) },
					{ label: shortId(endpointId) },
				]}
				badge={endpoint && <StatusBadge status={stateOf(endpoint)} />}
				intro={endpoint?.description}
				actions={endpoint && <Actions endpoint={endpoint} ask={setAsked} />}
			/>
			{error && <ErrorState error={error} onRetry={reload} />}
			{!endpoint && !error && <Skeleton rows={8} />}
			{endpoint && (
				<>
					<Remarks endpoint={endpoint} ask={setAsked} />
					<EndpointTabs endpointId={endpointId} tab={tab} />
					{children(endpoint)}
					<AskedDialog endpoint={endpoint} asked={asked} onClose={() => setAsked(null)} />
				</>
			)}
		</>
	);
}

function EndpointTabs({ endpointId, tab }: { endpointId: string; tab: Tab }) {
	const mayTest = useMay("CreateAttempts");
	const to = { endpointId };
	return (
		<LinkTabs
			label={t("endpoint.tabs")}
			current={tab}
			tabs={[
				{ name: "overview", label: t("endpoint.overview"), to: pathTo("endpoint", to) },
				...(mayTest
					? [
							{
								name: "testing",
								label: t("endpoint.testing"),
								to: pathTo("endpointTesting", to),
							},
						]
					: []),
				{
					name: "advanced",
					label: t("endpoint.advanced"),
					to: pathTo("endpointAdvanced", to),
				},
			]}
		/>
	);
}

export const stateOf = ({ disabled, paused }: EndpointOut) =>
	disabled ? "disabled" : paused ? "paused" : "enabled";
