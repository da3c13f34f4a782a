// Choosing event types from the catalog, by words, by group, or by a name that the catalog does not have.
import { useState } from "preact/hooks";
import { groupEventTypes, matchesWords } from "../../../../src/core/event-groups.ts";
import { useEventTypes } from "../../lib/use-event-types.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Popover } from "./popover.tsx";

const NAME = /^[A-Za-z0-9_.-]{1,256}$/;

type Choice = { chosen: readonly string[]; onChange: (names: string[]) => void };

export const EventTypeFilter = ({ chosen, onChange }: Choice) => (
	<Popover
		label={t("messages.types")}
		icon="eventType"
		isSet={chosen.length > 0}
		text={
			chosen.length === 0
				? t("messages.types.any")
				: chosen.length === 1
					? (chosen[0] ?? "")
					: t("messages.types.some", { count: chosen.length })
		}
	>
		{() => <TypeList chosen={chosen} onChange={onChange} />}
	</Popover>
);

function TypeList({ chosen, onChange }: Choice) {
	const { types, isLoading } = useEventTypes();
	const [typed, setTyped] = useState("");
	const known = new Set(types.map(({ name }) => name));
	const foreign = chosen.filter((name) => !known.has(name)).map(plainType);
	const found = [...types, ...foreign].filter((type) => matchesWords(type, typed.trim()));
	const isNew = NAME.test(typed.trim()) && !known.has(typed.trim());
	const set = (names: readonly string[], isOn: boolean) => {
		const rest = chosen.filter((name) => !names.includes(name));
		onChange(isOn ? [...rest, ...names] : rest);
	};
	return (
		<div class="type-list">
			<SearchField label={t("messages.types.search")} value={typed} onChange={setTyped} />
			{isLoading && <Skeleton rows={4} />}
			<div class="type-scroll">
				{groupEventTypes(found).map(({ name, types: members }) => (
					<Group
						key={name}
						name={name}
						members={members.map((type) => type.name)}
						chosen={chosen}
						set={set}
					/>
				))}
				{!isLoading && found.length === 0 && <p class="quiet-text">{t("messages.types.none")}</p>}
				{isNew && (
					<Button
						look="quiet"
						icon="plus"
						onClick={() => {
							set([typed.trim()], true);
							setTyped("");
						}}
					>
						{t("messages.types.add", { name: typed.trim() })}
					</Button>
				)}
			</div>
			{chosen.length > 0 && (
				<Button look="quiet" icon="cross" onClick={() => onChange([])}>
					{t("messages.types.clear")}
				</Button>
			)}
		</div>
	);
}

const plainType = (name: string) => ({ name, description: "", groupName: null });

function Group({
	name,
	members,
	chosen,
	set,
}: {
	name: string;
	members: readonly string[];
	chosen: readonly string[];
	set: (names: readonly string[], isOn: boolean) => void;
}) {
	const count = members.filter((member) => chosen.includes(member)).length;
	const items = members.map((member) => (
		<Checkbox
			key={member}
			label={<bdi>{member}</bdi>}
			isChecked={chosen.includes(member)}
			onChange={(isOn) => set([member], isOn)}
		/>
	));
	if (name === "" || members.length === 1) return <>{items}</>;
	return (
		<fieldset class="type-group">
			<Checkbox
				label={<b>{name}</b>}
				isChecked={count === members.length}
				isMixed={count > 0 && count < members.length}
				onChange={(isOn) => set(members, isOn)}
			/>
			<div class="type-members">{items}</div>
		</fieldset>
	);
}
