// What is known of an endpoint besides.
import { formatNumber, shortId } from "../../lib/format.ts";
import type { EndpointOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Card, KeyValueList } from "../../ui/layout.tsx";
import { Time } from "../../ui/time.tsx";

export const FactsCard = ({ endpoint }: { endpoint: EndpointOut }) => (
	<Card title={t("facts.title")}>
		<KeyValueList
			entries={[
				[
					t("facts.id"),
					<span key="id" class="row tight">
						<code title={endpoint.id}>{shortId(endpoint.id)}</code>
						<CopyButton text={endpoint.id} label={t("facts.copyId")} />
					</span>,
				],
				endpoint.uid !== null && [t("facts.uid"), <code key="uid">{endpoint.uid}</code>],
				[t("facts.created"), <Time key="created" at={endpoint.createdAt} />],
				[t("facts.updated"), <Time key="updated" at={endpoint.updatedAt} />],
				[
					t("throttle.label"),
					endpoint.throttleRate === null
						? t("throttle.none")
						: t("lane.perSecond", { rate: formatNumber(endpoint.throttleRate, localeNow()) }),
				],
				[t("ordered.label"), t(endpoint.ordered ? "facts.yes" : "facts.no")],
				endpoint.maxInFlight !== null && [
					t("lane.inFlight"),
					t("lane.atMost", { count: endpoint.maxInFlight }),
				],
			]}
		/>
	</Card>
);
