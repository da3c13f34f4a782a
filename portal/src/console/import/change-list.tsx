// What changes in an event type, field by field: before, and after.
import { type Key, t } from "../../texts/index.ts";
import type { Change } from "./plan.ts";

const LENGTH_MAX = 4_000;

const FIELDS = {
	description: "console.import.field.description",
	archived: "console.import.field.archived",
	deprecated: "console.import.field.deprecated",
	featureFlags: "console.import.field.featureFlags",
	groupName: "console.import.field.groupName",
	schema: "console.import.field.schema",
	schemas: "console.import.field.schemas",
	example: "console.import.field.example",
} as const satisfies Record<string, Key>;

export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
	<ul class="changes">
		{changes.map(({ field, path, before, after }) => (
			<li key={`${field}${path ?? ""}`}>
				<p>
					<strong>{nameOf(field)}</strong>
					{path && <code>{path}</code>}
				</p>
				<div class="change">
					<Side kind="before" value={before} />
					<Side kind="after" value={after} />
				</div>
			</li>
		))}
	</ul>
);

const nameOf = (field: string): string => (isKnown(field) ? t(FIELDS[field]) : field);
const isKnown = (field: string): field is keyof typeof FIELDS => Object.hasOwn(FIELDS, field);

function Side({ kind, value }: { kind: "before" | "after"; value: unknown }) {
	const isNothing = value === undefined || value === null || value === "";
	const Element = kind === "before" ? "del" : "ins";
	return (
		<div class={`side-${kind}`}>
			<span class="unseen">{t(`console.import.${kind}`)}</span>
			{isNothing ? (
				<span class="quiet-text">{t("console.import.nothing")}</span>
			) : (
				<Element>{toText(value)}</Element>
			)}
		</div>
	);
}

function toText(value: unknown): string {
	const isWords = Array.isArray(value) && value.every((one) => typeof one === "string");
	const text =
		typeof value === "string" ? value : isWords ? value.join(", ") : JSON.stringify(value, null, 2);
	return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)} …` : text;
}
