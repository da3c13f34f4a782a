// The filters over the list of messages; all of them live in the address.
import { useState } from "preact/hooks";
import { inApp } from "../../lib/api.ts";
import { shortId } from "../../lib/format.ts";
import { useQuery } from "../../lib/query.ts";
import { go, setSearch } from "../../lib/router.ts";
import { matchRoute, pathTo } from "../../lib/routes.ts";
import type { EndpointOut, ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField, Select, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { EventTypeFilter } from "./event-type-filter.tsx";
import { MarksFilter } from "./marks-filter.tsx";
import { type Filters, isFiltered, NO_FILTERS, PERIODS, STATUSES } from "./message-query.ts";
import { STANDINGS } from "./standing-search.ts";

const ENDPOINTS_MAX = 250;
const MESSAGE_ID = /^msg_[0-9A-Za-z]{27}$/;

/** A changed filter leads back to the first page. */
const change = (changes: Record<string, string | null>) =>
	setSearch({ ...changes, iterator: null });

export const FilterRow = ({ filters }: { filters: Filters }) => (
	<search class="filters">
		<Finder />
		<EventTypeFilter
			chosen={filters.types}
			onChange={(types) => change({ types: types.join(",") || null })}
		/>
		<EndpointFilter endpoint={filters.endpoint} />
		<StatusFilter filters={filters} />
		<TimeFilter filters={filters} />
		<MarksFilter channel={filters.channel} tag={filters.tag} onChange={change} />
		{isFiltered(filters) && (
			<Button look="quiet" icon="cross" onClick={() => setSearch(NO_FILTERS)}>
				{t("messages.clear")}
			</Button>
		)}
	</search>
);

/** An id leads straight to its message: a pasted one at once, any other with Enter. */
function Finder() {
	const [typed, setTyped] = useState("");
	const open = (id: string) => {
		if (id === "") return;
		const path = pathTo("message", { messageId: id });
		if (matchRoute(path)?.name === "message") go(path);
		else toast(t("messages.find.wrong"), "bad");
	};
	return (
		<form
			class="finder"
			onSubmit={(event) => {
				event.preventDefault();
				open(typed.trim());
			}}
		>
			<SearchField
				label={t("messages.find")}
				value={typed}
				onChange={(text) => {
					setTyped(text);
					if (MESSAGE_ID.test(text.trim())) open(text.trim());
				}}
			/>
		</form>
	);
}

function EndpointFilter({ endpoint }: { endpoint: string | null }) {
	const { data } = useQuery<ListOf<EndpointOut>>(inApp("/endpoint/"), { limit: ENDPOINTS_MAX });
	const known = data?.data ?? [];
	const isListed = endpoint === null || known.some(({ id }) => id === endpoint);
	return (
		<Select
			label={t("messages.endpoint")}
			isLabelHidden
			value={endpoint ?? ""}
			onChange={(value) =>
				change({ endpoint: value || null, status: null, standing: null, live: null })
			}
			options={[
				{ value: "", label: t("messages.anyEndpoint") },
				...(isListed
					? []
					: [{ value: endpoint, label: t("messages.thisEndpoint", { id: shortId(endpoint) }) }]),
				...known.map(({ id, url }) => ({ value: id, label: url.replace(/^https?:\/\//, "") })),
			]}
		/>
	);
}

/** At one endpoint the API filters; over all of them the messages are searched by how they stand. */
function StatusFilter({ filters: { endpoint, status, standing } }: { filters: Filters }) {
	const any = { value: "", label: t("messages.status.any") };
	const isOfOne = endpoint !== null;
	return (
		<Select
			label={t("messages.status")}
			isLabelHidden
			value={(isOfOne ? status : standing) ?? ""}
			onChange={(value) =>
				change(isOfOne ? { status: value || null } : { standing: value || null, live: null })
			}
			options={[
				any,
				...(isOfOne
					? STATUSES.map((value) => ({ value, label: t(`messages.status.${value}`) }))
					: STANDINGS.map((value) => ({ value, label: t(`messages.standing.${value}`) }))),
			]}
		/>
	);
}

function TimeFilter({ filters: { period, after, before } }: { filters: Filters }) {
	const [isCustom, setCustom] = useState(after !== null || before !== null);
	const isOpen = period === null && (isCustom || after !== null || before !== null);
	return (
		<>
			<Select
				label={t("messages.time")}
				isLabelHidden
				value={isOpen ? "custom" : (period ?? "")}
				onChange={(value) => {
					setCustom(value === "custom");
					const isPeriod = value in PERIODS;
					change({ period: isPeriod ? value : null, after: null, before: null });
				}}
				options={[
					{ value: "", label: t("messages.time.any") },
					{ value: "hour", label: t("messages.time.hour") },
					{ value: "day", label: t("messages.time.day") },
					{ value: "week", label: t("messages.time.week") },
					{ value: "custom", label: t("messages.time.custom") },
				]}
			/>
			{isOpen && (
				<>
					<Moment label={t("messages.after")} name="after" value={after} />
					<Moment label={t("messages.before")} name="before" value={before} />
				</>
			)}
		</>
	);
}

/** In the reader's zone; in the address it stands in UTC. */
function Moment({ label, name, value }: { label: string; name: string; value: string | null }) {
	return (
		<TextField
			type="datetime-local"
			label={label}
			value={value === null ? "" : toLocal(value)}
			onChange={(text) => {
				const ms = Date.parse(text);
				change({ [name]: Number.isNaN(ms) ? null : new Date(ms).toISOString() });
			}}
		/>
	);
}

/** What a field for local times takes, to the minute. */
function toLocal(iso: string): string {
	const ms = Date.parse(iso);
	const zoneMs = new Date(ms).getTimezoneOffset() * 60_000;
	return new Date(ms - zoneMs).toISOString().slice(0, 16);
}
