// What few need to set: how fast and in which order, headers, metadata, and what cannot be undone.
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { formatNumber } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import type { Params } from "../../lib/routes.ts";
import type { EndpointOut } from "../../models.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choice.tsx";
import { NumberField } from "../../ui/field.tsx";
import { Card, KeyValueList } from "../../ui/layout.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { DangerCard } from "./danger-card.tsx";
import { EndpointFrame } from "./endpoint-frame.tsx";
import { HeadersCard } from "./headers-card.tsx";
import { usePatch } from "./use-switches.ts";

const IN_FLIGHT_DEFAULT = 64;
const IN_FLIGHT_MAX = 1000;

export function EndpointAdvancedPage({
	params: { endpointId },
}: {
	params: Params<"endpointAdvanced">;
}) {
	const mayManage = useMay("ManageEndpoint");
	return (
		<EndpointFrame endpointId={endpointId} tab="advanced">
			{(endpoint) => (
				<div class="stack narrow">
					{mayManage ? (
						<PaceCard key={endpoint.updatedAt} endpoint={endpoint} />
					) : (
						<PaceFacts endpoint={endpoint} />
					)}
					<HeadersCard endpointId={endpoint.id} />
					<MetadataCard metadata={endpoint.metadata} />
					{mayManage && <DangerCard endpoint={endpoint} />}
				</div>
			)}
		</EndpointFrame>
	);
}

/** What holds for endpoints without a limit of their own. */
function useDefaultRate(): number | null {
	const { data } = useQuery<{ throttleRate: number | null }>(inApp("/"));
	return data?.throttleRate ?? null;
}

const fallbackWords = (rate: number | null) =>
	rate === null ? t("throttle.defaultNone") : t("throttle.default", { rate: rateOf(rate) });

const rateOf = (rate: number) => formatNumber(rate, localeNow());

function PaceCard({ endpoint }: { endpoint: EndpointOut }) {
	const [throttleRate, setRate] = useState(endpoint.throttleRate);
	const [maxInFlight, setInFlight] = useState(endpoint.maxInFlight);
	const [ordered, setOrdered] = useState(endpoint.ordered);
	const fallback = useDefaultRate();
	const patch = usePatch(endpoint);
	const changes = {
		...(throttleRate !== endpoint.throttleRate && { throttleRate }),
		...(maxInFlight !== endpoint.maxInFlight && { maxInFlight }),
		...(ordered !== endpoint.ordered && { ordered }),
	};
	const isChanged = Object.keys(changes).length > 0;
	const save = async () => {
		if (isChanged && !patch.isBusy && (await patch.run(changes))) toast(t("endpoint.saved"));
	};
	return (
		<Card title={t("pace.title")}>
			<form
				class="stack"
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					void save();
				}}
			>
				<NumberField
					label={t("throttle.label")}
					hint={`${t("throttle.hint")} ${fallbackWords(fallback)}`}
					isOptional
					unit={t("throttle.unit")}
					min={1}
					{...(fallback !== null && { placeholder: String(fallback) })}
					value={throttleRate}
					onChange={setRate}
					error={complaintAbout(patch.error, "throttleRate")}
				/>
				<NumberField
					label={t("inFlight.label")}
					hint={t("inFlight.hint")}
					isOptional
					unit={t("inFlight.unit")}
					min={1}
					max={IN_FLIGHT_MAX}
					placeholder={String(IN_FLIGHT_DEFAULT)}
					value={maxInFlight}
					onChange={setInFlight}
					error={complaintAbout(patch.error, "maxInFlight")}
				/>
				<Switch
					label={t("ordered.label")}
					hint={t("ordered.hint")}
					isChecked={ordered}
					onChange={setOrdered}
				/>
				<ErrorNote error={restOf(patch.error, ["throttleRate", "maxInFlight"])} />
				<div>
					<Button type="submit" look="primary" isBusy={patch.isBusy} disabled={!isChanged}>
						{t("endpoint.save")}
					</Button>
				</div>
			</form>
		</Card>
	);
}

function PaceFacts({ endpoint }: { endpoint: EndpointOut }) {
	const fallback = useDefaultRate();
	const rate = endpoint.throttleRate ?? fallback;
	return (
		<Card title={t("pace.title")}>
			<KeyValueList
				entries={[
					[
						t("throttle.label"),
						rate === null ? t("throttle.none") : t("lane.perSecond", { rate: rateOf(rate) }),
					],
					[
						t("inFlight.label"),
						t("lane.atMost", { count: endpoint.maxInFlight ?? IN_FLIGHT_DEFAULT }),
					],
					[t("ordered.label"), t(endpoint.ordered ? "facts.yes" : "facts.no")],
				]}
			/>
		</Card>
	);
}

const MetadataCard = ({ metadata }: { metadata: Record<string, string> }) =>
	Object.keys(metadata).length === 0 ? null : (
		<Card title={t("metadata.title")}>
			<KeyValueList
				entries={Object.entries(metadata).map(
					([name, value]) => [name, <code key={name}>{value}</code>] as const,
				)}
			/>
		</Card>
	);
