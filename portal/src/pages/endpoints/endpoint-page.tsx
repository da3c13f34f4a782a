// An endpoint at a glance: what waits, how it went, what it gets, and the latest attempts.
import type { Params } from "../../lib/routes.ts";
import { AttemptsCard } from "./attempts-card.tsx";
import { EndpointFrame } from "./endpoint-frame.tsx";
import { FactsCard } from "./facts-card.tsx";
import { LaneCard } from "./lane-card.tsx";
import { RunningTasks } from "./running-tasks.tsx";
import { SecretCard } from "./secret-card.tsx";
import { StatisticsCard } from "./statistics-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

export const EndpointPage = ({ params: { endpointId } }: { params: Params<"endpoint"> }) => (
	<EndpointFrame endpointId={endpointId} tab="overview">
		{(endpoint) => (
			<div class="stack">
				<RunningTasks endpointId={endpoint.id} />
				<div class="with-aside">
					<div class="stack">
						<LaneCard endpoint={endpoint} />
						<StatisticsCard endpointId={endpoint.id} />
					</div>
					<div class="stack">
						<SecretCard endpoint={endpoint} />
						<SubscriptionCard endpoint={endpoint} />
						<FactsCard endpoint={endpoint} />
					</div>
				</div>
				<AttemptsCard endpointId={endpoint.id} />
			</div>
		)}
	</EndpointFrame>
);
