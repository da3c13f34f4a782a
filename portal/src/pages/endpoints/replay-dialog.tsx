// Sending messages again by filters, delivered ones too.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { EventTypeFilter } from "../messages/event-type-filter.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { useSince } from "./since-choice.tsx";
import { CountLine, useReplay, useReplayCount } from "./use-replay.tsx";

/** What waits is sent anyway. */
const STATUSES = ["", "0", "2", "3", "4"] as const;
const CLASSES = ["", "0", "200", "300", "400", "500"] as const;
type Filters = {
	eventTypes: readonly string[];
	channel: string;
	tag: string;
	status: (typeof STATUSES)[number];
	statusClass: (typeof CLASSES)[number];
	until: string;
};

const NONE: Filters = {
	eventTypes: [],
	channel: "",
	tag: "",
	status: "",
	statusClass: "",
	until: "",
};

const toBody = (since: string, filters: Filters) => ({
	since,
	...(!Number.isNaN(Date.parse(filters.until)) && {
		until: new Date(filters.until).toISOString(),
	}),
	...(filters.eventTypes.length > 0 && { eventTypes: filters.eventTypes }),
	...(filters.channel.trim() !== "" && { channel: filters.channel.trim() }),
	...(filters.tag.trim() !== "" && { tag: filters.tag.trim() }),
	...(filters.status !== "" && { status: Number(filters.status) }),
	...(filters.statusClass !== "" && { statusCodeClass: Number(filters.statusClass) }),
});

export function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
	const { since, field } = useSince(null);
	const [filters, setFilters] = useState(NONE);
	const set = (change: Partial<Filters>) => setFilters({ ...filters, ...change });
	const body = since === null ? null : toBody(since, filters);
	const counted = useReplayCount(endpointId, "bulk-replay", body);
	const start = useReplay(endpointId, "bulk-replay", onClose);
	const isReady = body !== null && (counted.count?.count ?? 0) > 0;
	const shown = ["channel", "tag"];
	return (
		<Dialog
			title={t("filter.title")}
			isWide
			onClose={onClose}
			onSubmit={() => isReady && !start.isBusy && void start.run(body)}
			footer={
				<>
					<Button onClick={onClose}>{t("dialog.cancel")}</Button>
					<Button type="submit" look="primary" isBusy={start.isBusy} disabled={!isReady}>
						{t("filter.confirm")}
					</Button>
				</>
			}
		>
			<p>{t("filter.text")}</p>
			<div class="split">
				<div class="stack">
					{field}
					<TextField
						label={t("filter.until")}
						type="datetime-local"
						isOptional
						value={filters.until}
						onChange={(until) => set({ until })}
						error={complaintAbout(counted.error, "until")}
					/>
				</div>
				<Fields filters={filters} set={set} error={counted.error} />
			</div>
			{body !== null && (
				<CountLine counted={{ ...counted, error: restOf(counted.error, [...shown, "until"]) }} />
			)}
			<ErrorNote error={start.error} />
		</Dialog>
	);
}

type Part = {
	filters: Filters;
	set: (change: Partial<Filters>) => void;
	error: Parameters<typeof complaintAbout>[0];
};

const Fields = ({ filters, set, error }: Part) => (
	<div class="stack">
		<fieldset class="field">
			<legend>{t("filter.types")}</legend>
			<EventTypeFilter chosen={filters.eventTypes} onChange={(eventTypes) => set({ eventTypes })} />
		</fieldset>
		<Select
			label={t("filter.status")}
			value={filters.status}
			onChange={(status) => set({ status })}
			options={STATUSES.map((value) => ({
				value,
				label: t(value === "" ? "messages.status.any" : `messages.status.${value}`),
			}))}
		/>
		<Select
			label={t("filter.class")}
			value={filters.statusClass}
			onChange={(statusClass) => set({ statusClass })}
			options={CLASSES.map((value) => ({
				value,
				label:
					value === ""
						? t("filter.class.any")
						: value === "0"
							? t("filter.class.none")
							: t("filter.class.some", { status: `${value.charAt(0)}xx` }),
			}))}
		/>
		<TextField
			label={t("filter.channel")}
			isOptional
			autocomplete="off"
			spellcheck={false}
			value={filters.channel}
			onChange={(channel) => set({ channel })}
			error={complaintAbout(error, "channel")}
		/>
		<TextField
			label={t("filter.tag")}
			isOptional
			autocomplete="off"
			spellcheck={false}
			value={filters.tag}
			onChange={(tag) => set({ tag })}
			error={complaintAbout(error, "tag")}
		/>
	</div>
);
