// One event type: what its fields mean, and an example.
import { useState } from "preact/hooks";
import { groupOf } from "../../../../src/core/event-groups.ts";
import { useQuery } from "../../lib/query.ts";
import type { Params } from "../../lib/routes.ts";
import { pathTo } from "../../lib/routes.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Segments } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { SchemaTree } from "../../ui/schema-tree.tsx";
import { ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { EventTypeBadges } from "./event-types-page.tsx";

export function EventTypePage({ params: { name } }: { params: Params<"eventType"> }) {
	const { data: type, error, isLoading, reload } = useQuery<EventTypeOut>(`/event-type/${name}/`);
	const group = groupOf({ name, groupName: type?.groupName ?? null });
	return (
		<>
			<PageHead
				title={name}
				heading={<bdi>{name}</bdi>}
				crumbs={[
					{ label: t("eventTypes.title"), to: pathTo("eventTypes", {}) },
					...(group === null
						? []
						: [{ label: group, to: pathTo("eventTypes", {}, { search: `${group}.` }) }]),
					{ label: name },
				]}
				badge={type && <EventTypeBadges type={type} />}
				intro={type && (type.description || t("eventTypes.noDescription"))}
			/>
			{isLoading && <Skeleton rows={8} />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{type && <EventTypeVersions type={type} />}
		</>
	);
}

/** Its schemas and examples, one version at a time. */
export function EventTypeVersions({ type: { schemas, example } }: { type: EventTypeOut }) {
	const versions = Object.keys(schemas ?? {});
	const [chosen, setChosen] = useState(versions.at(-1) ?? "");
	const [view, setView] = useState<"tree" | "schema">("tree");
	const schema = schemas?.[chosen];
	const shown = exampleIn(schema) ?? example;
	return (
		<>
			{versions.length > 1 && (
				<Segments
					legend={t("eventTypes.versions")}
					value={chosen}
					onChange={setChosen}
					options={versions.map((version) => ({
						value: version,
						label: t("eventTypes.version", { version }),
					}))}
				/>
			)}
			<div class="split">
				<Card
					title={t("eventTypes.schema")}
					isFlush={view === "schema"}
					actions={
						schema !== undefined && (
							<Segments
								legend={t("eventTypes.view")}
								value={view}
								onChange={setView}
								options={[
									{ value: "tree", label: t("json.tree") },
									{ value: "schema", label: t("eventTypes.asSchema") },
								]}
							/>
						)
					}
				>
					{view === "tree" ? (
						<SchemaTree schema={schema} />
					) : (
						<CodeBlock label={t("eventTypes.asSchema")} text={JSON.stringify(schema, null, 2)} />
					)}
				</Card>
				{shown == null ? (
					<Note>{t("eventTypes.noExample")}</Note>
				) : (
					<JsonView label={t("eventTypes.example")} text={JSON.stringify(shown, null, 2)} />
				)}
			</div>
		</>
	);
}

function exampleIn(schema: unknown): unknown {
	if (typeof schema !== "object" || schema === null || !("examples" in schema)) return null;
	return Array.isArray(schema.examples) ? schema.examples[0] : null;
}
