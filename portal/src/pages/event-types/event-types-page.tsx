// The event catalog: what can be sent, by group.
import { groupEventTypes, matchesWords } from "../../../../src/core/event-groups.ts";
import { setSearch } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import { useEventTypes } from "../../lib/use-event-types.ts";
import { useSearchText } from "../../lib/use-search.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { SearchField } from "../../ui/field.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState, NoResults, Skeleton } from "../../ui/states.tsx";

export function EventTypesPage() {
	const { types, isLoading, error, reload } = useEventTypes();
	const [typed, setTyped, search] = useSearchText("search");
	const found = types.filter((type) => matchesWords(type, search));
	return (
		<>
			<PageHead title={t("eventTypes.title")} intro={t("eventTypes.intro")} />
			{isLoading && <Skeleton rows={8} />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{!isLoading && !error && types.length === 0 && (
				<EmptyState
					icon="eventType"
					title={t("eventTypes.empty.title")}
					text={t("eventTypes.empty.text")}
				/>
			)}
			{types.length > 0 && (
				<>
					<search class="filters">
						<SearchField label={t("eventTypes.search")} value={typed} onChange={setTyped} />
						<span class="quiet-text" role="status">
							{t("eventTypes.count", { count: found.length })}
						</span>
					</search>
					{found.length === 0 && <NoResults onClear={() => setSearch({ search: null })} />}
					<div class="stack">
						{groupEventTypes(found).map(({ name, types: members }) => (
							<Group key={name} name={name} types={members} />
						))}
					</div>
				</>
			)}
		</>
	);
}

const Group = ({ name, types }: { name: string; types: readonly EventTypeOut[] }) => (
	<section class="catalog-group">
		<h2>{name === "" ? t("eventTypes.others") : name}</h2>
		<ul class="catalog">
			{types.map((type) => (
				<li key={type.name}>
					<Link to={pathTo("eventType", { name: type.name })}>
						<code>{type.name}</code>
					</Link>
					<EventTypeBadges type={type} />
					{type.description && <p>{type.description}</p>}
				</li>
			))}
		</ul>
	</section>
);

export const EventTypeBadges = ({ type }: { type: EventTypeOut }) => (
	<>
		{type.deprecated && <Badge tone="warn">{t("eventTypes.deprecated")}</Badge>}
		{type.archived && <Badge tone="calm">{t("eventTypes.archived")}</Badge>}
	</>
);
