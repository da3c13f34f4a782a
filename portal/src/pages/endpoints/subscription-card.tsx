// What an endpoint gets: event types, groups of them, and channels; and changing that.
import { useState } from "preact/hooks";
import { useMay } from "../../lib/capabilities.ts";
import { isGroup, sameEntries } from "../../lib/subscription.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ChipsInput } from "../../ui/chips-input.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { SaveFooter } from "./edit-dialog.tsx";
import { EventTypePicker } from "./event-type-picker.tsx";
import { usePatch } from "./use-switches.ts";

const SHOWN_MAX = 6;

export function SubscriptionCard({ endpoint }: { endpoint: EndpointOut }) {
	const mayManage = useMay("ManageEndpoint");
	const [isEditing, setEditing] = useState(false);
	const { eventTypes, channels } = endpoint;
	return (
		<Card
			title={t("subscription.title")}
			actions={
				mayManage && (
					<Button
						look="quiet"
						size="small"
						aria-label={t("subscription.edit")}
						onClick={() => setEditing(true)}
					>
						{t("endpoint.edit")}
					</Button>
				)
			}
		>
			{eventTypes === null ? <p>{t("picker.all")}</p> : <Entries entries={eventTypes} />}
			{channels !== null && (
				<>
					<h3 class="subhead">{t("endpoint.channels")}</h3>
					<Entries entries={channels} />
				</>
			)}
			{isEditing && <SubscriptionDialog endpoint={endpoint} onClose={() => setEditing(false)} />}
		</Card>
	);
}

function Entries({ entries }: { entries: readonly string[] }) {
	const [isAll, setAll] = useState(false);
	const shown = isAll ? entries : entries.slice(0, SHOWN_MAX);
	return (
		<ul class="entries">
			{shown.map((entry) => (
				<li key={entry}>
					<code title={isGroup(entry) ? t("picker.whole") : undefined}>
						<bdi>{entry}</bdi>
					</code>
				</li>
			))}
			{shown.length < entries.length && (
				<li>
					<button type="button" class="more" onClick={() => setAll(true)}>
						{t("subscription.more", { count: entries.length - shown.length })}
					</button>
				</li>
			)}
		</ul>
	);
}

function SubscriptionDialog({ endpoint, onClose }: { endpoint: EndpointOut; onClose: () => void }) {
	const [types, setTypes] = useState<string[]>(endpoint.eventTypes ?? []);
	const [channels, setChannels] = useState<string[]>(endpoint.channels ?? []);
	const patch = usePatch(endpoint);
	const save = async () => {
		if (patch.isBusy) return;
		const body = {
			...(!sameEntries(types, endpoint.eventTypes ?? []) && { eventTypes: types }),
			...(!sameEntries(channels, endpoint.channels ?? []) && { channels }),
		};
		if (Object.keys(body).length > 0 && (await patch.run(body)) === undefined) return;
		toast(t("endpoint.saved"));
		onClose();
	};
	return (
		<Dialog
			title={t("subscription.edit")}
			onClose={onClose}
			onSubmit={save}
			footer={<SaveFooter onClose={onClose} isBusy={patch.isBusy} />}
		>
			<EventTypePicker
				entries={types}
				onChange={setTypes}
				error={complaintAbout(patch.error, "eventTypes")}
			/>
			<ChipsInput
				label={t("endpoint.channels")}
				hint={t("endpoint.channels.hint")}
				isOptional
				values={channels}
				onChange={setChannels}
				error={complaintAbout(patch.error, "channels") ?? null}
			/>
			<ErrorNote error={restOf(patch.error, ["eventTypes", "channels"])} />
		</Dialog>
	);
}
