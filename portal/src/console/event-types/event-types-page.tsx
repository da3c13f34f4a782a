// All event types of the organisation: by group, with what hides them from customers.
import { useState } from "preact/hooks";
import { groupEventTypes, matchesWords } from "../../../../src/core/event-groups.ts";
import { setSearch, usePlace } from "../../lib/router.ts";
import { useEventTypes } from "../../lib/use-event-types.ts";
import { useSearchText } from "../../lib/use-search.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState, NoResults, Skeleton } from "../../ui/states.tsx";
import { consolePath } from "../routes.ts";
import "../../styles/console-event-types.css";
import "../../styles/console-parts.css";

export function EventTypesPage() {
	const { types, isLoading, error, reload } = useEventTypes({ withArchived: true });
	const { search: address } = usePlace();
	const [typed, setTyped, search] = useSearchText("search");
	const isArchivedShown = address.get("archived") === "true";
	const archived = types.filter((type) => type.archived).length;
	const found = types.filter(
		(type) => (isArchivedShown || !type.archived) && matchesWords(type, search),
	);
	const isEmpty = !isLoading && !error && types.length === 0;
	return (
		<>
			<PageHead
				title={t("console.eventTypes.title")}
				intro={t("console.eventTypes.intro")}
				actions={!isEmpty && <Actions />}
			/>
			{isLoading && <Skeleton rows={10} />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{isEmpty && (
				<EmptyState
					icon="eventType"
					title={t("console.eventTypes.empty.title")}
					text={t("console.eventTypes.empty.text")}
				>
					<Actions />
				</EmptyState>
			)}
			{types.length > 0 && (
				<search class="filters tree-filters">
					<SearchField label={t("eventTypes.search")} value={typed} onChange={setTyped} />
					{archived > 0 && (
						<Checkbox
							label={t("console.eventTypes.showArchived", { count: archived })}
							isChecked={isArchivedShown}
							onChange={(isOn) => setSearch({ archived: isOn ? "true" : null })}
						/>
					)}
					<span class="quiet-text" role="status">
						{t("eventTypes.count", { count: found.length })}
					</span>
				</search>
			)}
			{types.length > 0 && found.length === 0 && (
				<NoResults onClear={() => setSearch({ search: null, archived: "true" })} />
			)}
			<div class="stack">
				{groupEventTypes(found).map((group) => (
					<Group key={group.name} {...group} />
				))}
			</div>
		</>
	);
}

const Actions = () => (
	<>
		<LinkButton to={consolePath("import", {})} icon="code">
			{t("console.import.short")}
		</LinkButton>
		<LinkButton to={consolePath("eventTypeNew", {})} look="primary" icon="plus">
			{t("console.eventTypes.add")}
		</LinkButton>
	</>
);

function Group({ name, types }: { name: string; types: readonly EventTypeOut[] }) {
	const [isOpen, setOpen] = useState(true);
	return (
		<details
			class="tree-group"
			open={isOpen}
			onToggle={(event) => setOpen(event.currentTarget.open)}
		>
			<summary>
				<h2>{name === "" ? t("eventTypes.others") : name}</h2>
				<span class="quiet-text">{t("eventTypes.count", { count: types.length })}</span>
			</summary>
			{isOpen && (
				<ul class="catalog">
					{types.map((type) => (
						<li key={type.name} class={type.archived ? "gone" : ""}>
							<span class="tree-name">
								<Link to={consolePath("eventType", { name: type.name })}>
									<code>{type.name}</code>
								</Link>
								<TypeBadges type={type} />
							</span>
							<p>{type.description || t("eventTypes.noDescription")}</p>
						</li>
					))}
				</ul>
			)}
		</details>
	);
}

/** What keeps customers from it, or warns them. */
export const TypeBadges = ({
	type,
}: {
	type: Pick<EventTypeOut, "featureFlags" | "deprecated" | "archived">;
}) => (
	<>
		{type.featureFlags?.map((flag) => (
			<Badge
				key={flag}
				tone="accent"
				icon="eyeOff"
				title={t("console.eventTypes.flagHint", { flag })}
			>
				<bdi>{flag}</bdi>
			</Badge>
		))}
		{type.deprecated && <Badge tone="warn">{t("eventTypes.deprecated")}</Badge>}
		{type.archived && <Badge>{t("console.eventTypes.archived")}</Badge>}
	</>
);
