// Choosing the event types of an endpoint: a tree by group, searchable; a whole group holds future ones, too.
import { useState } from "preact/hooks";
import {
	type EventGroup,
	groupEventTypes,
	matchesWords,
} from "../../../../src/core/event-groups.ts";
import { pathTo } from "../../lib/routes.ts";
import {
	choiceOfGroup,
	type Entries,
	entryOfGroup,
	foreignEntries,
	isChosen,
	withGroup,
	withName,
	withoutNames,
} from "../../lib/subscription.ts";
import { useEventTypes } from "../../lib/use-event-types.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";

/** Up to so many event types every group is open from the beginning. */
const OPEN_MAX = 24;

type Choice = { entries: Entries; onChange: (entries: string[]) => void };

export function EventTypePicker({
	entries,
	onChange,
	error,
}: Choice & { error?: string | undefined }) {
	const { types, isLoading, error: failure } = useEventTypes();
	const [typed, setTyped] = useState("");
	const isSearch = typed.trim() !== "";
	const found = types.filter((type) => matchesWords(type, typed.trim()));
	const known = types.map(({ name }) => name);
	const foreign = foreignEntries(entries, known);
	const tree = { entries, onChange, known, isSearch, isOpen: isSearch || types.length <= OPEN_MAX };
	return (
		<fieldset class="picker">
			<legend>{t("picker.legend")}</legend>
			<div class="picker-box">
				<div class="picker-head">
					<SearchField label={t("picker.search")} value={typed} onChange={setTyped} />
					<Link to={pathTo("eventTypes", {})}>{t("picker.catalog")}</Link>
				</div>
				{isLoading && <Skeleton rows={4} />}
				<ErrorNote error={failure} />
				{!isLoading && (
					<div class="picker-list">
						{groupEventTypes(found).map((group) =>
							group.name === "" ? (
								<Names key="" {...tree} types={group.types} />
							) : (
								<Group key={`${group.name}${isSearch}`} {...tree} group={group} />
							),
						)}
						{!isSearch && foreign.length > 0 && !failure && (
							<Foreign entries={entries} onChange={onChange} foreign={foreign} />
						)}
						{found.length === 0 && (
							<p class="quiet-text">{t(isSearch ? "picker.noMatch" : "picker.none")}</p>
						)}
					</div>
				)}
				<Summary entries={entries} onChange={onChange} known={known} />
			</div>
			{error && (
				<p class="error" role="alert">
					<Icon name="warning" size={14} /> {error}
				</p>
			)}
		</fieldset>
	);
}

type Tree = Choice & { known: readonly string[]; isSearch: boolean; isOpen: boolean };

function Group({ group, ...tree }: Tree & { group: EventGroup<EventTypeOut> }) {
	const [isOpen, setOpen] = useState(tree.isOpen);
	const { entries, onChange, known, isSearch } = tree;
	const names = group.types.map(({ name }) => name);
	const count = names.filter((name) => isChosen(entries, name)).length;
	// While one searches, the rest of the group is not to be seen, and must not be changed.
	const choice = isSearch
		? count === names.length
			? "all"
			: count > 0
				? "some"
				: "none"
		: choiceOfGroup(entries, group);
	const toggle = (isOn: boolean) => {
		if (!isOn) return onChange(withoutNames(entries, [...names, entryOfGroup(group) ?? ""], known));
		onChange(isSearch ? names.reduce(withName, [...entries]) : withGroup(entries, group));
	};
	const isWhole = entries.includes(entryOfGroup(group) ?? "");
	return (
		<div class="picker-group">
			<div class="picker-row">
				<button
					type="button"
					class="fold"
					aria-expanded={isOpen}
					aria-label={t("picker.open", { name: group.name })}
					onClick={() => setOpen(!isOpen)}
				>
					<Icon name={isOpen ? "down" : "right"} size={14} />
				</button>
				<Checkbox
					label={
						<>
							<b>
								<bdi>{group.name}</bdi>
							</b>{" "}
							<small>
								{isWhole ? t("picker.whole") : t("picker.count", { count, total: names.length })}
							</small>
						</>
					}
					isChecked={choice === "all"}
					isMixed={choice === "some"}
					onChange={toggle}
				/>
			</div>
			{isOpen && (
				<div class="picker-members">
					<Names {...tree} types={group.types} />
				</div>
			)}
		</div>
	);
}

const Names = ({ entries, onChange, known, types }: Tree & { types: readonly EventTypeOut[] }) => (
	<>
		{types.map(({ name, description, deprecated }) => (
			<Checkbox
				key={name}
				label={
					<>
						<bdi>{name}</bdi>{" "}
						{deprecated && <Badge tone="warn">{t("eventTypes.deprecated")}</Badge>}
					</>
				}
				hint={description || undefined}
				isChecked={isChosen(entries, name)}
				onChange={(isOn) =>
					onChange(isOn ? withName(entries, name) : withoutNames(entries, [name], known))
				}
			/>
		))}
	</>
);

/** Chosen before, and not in the catalog any more. They may stay, and be taken out. */
const Foreign = ({ entries, onChange, foreign }: Choice & { foreign: readonly string[] }) => (
	<>
		{foreign.map((entry) => (
			<Checkbox
				key={entry}
				label={
					<>
						<bdi>{entry}</bdi> <Badge>{t("picker.foreign")}</Badge>
					</>
				}
				isChecked
				onChange={() => onChange(entries.filter((other) => other !== entry))}
			/>
		))}
	</>
);

function Summary({ entries, onChange, known }: Choice & { known: readonly string[] }) {
	const foreign = foreignEntries(entries, known).length;
	const count = known.filter((name) => isChosen(entries, name)).length + foreign;
	return (
		<div class="picker-foot" role="status">
			{entries.length === 0 ? (
				<span>
					<b>{t("picker.all")}</b> {t("picker.all.hint")}
				</span>
			) : (
				<>
					<span>{t("picker.chosen", { count })}</span>
					<Button look="quiet" size="small" onClick={() => onChange([])}>
						{t("picker.clear")}
					</Button>
				</>
			)}
		</div>
	);
}
