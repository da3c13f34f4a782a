// What a payload looks like: each version's schema beside the tree that customers see, and its example.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/choice.tsx";
import { JsonEditor } from "../../ui/json-editor.tsx";
import { Card } from "../../ui/layout.tsx";
import { SchemaTree } from "../../ui/schema-tree.tsx";
import { Note } from "../../ui/states.tsx";
import { nextVersion, readJson, type VersionDraft } from "./draft.ts";
import { ExamplePart } from "./example-part.tsx";

export function SchemaCard({
	versions,
	onChange,
	complain,
}: {
	versions: VersionDraft[];
	onChange: (versions: VersionDraft[]) => void;
	complain: (field: string) => string | null;
}) {
	const [chosen, setChosen] = useState(versions.at(-1)?.version ?? "");
	const current = versions.find(({ version }) => version === chosen) ?? versions.at(-1);
	if (current === undefined) return null;
	const change = (changes: Partial<VersionDraft>) =>
		onChange(versions.map((one) => (one === current ? { ...one, ...changes } : one)));
	const add = () => {
		const version = nextVersion(versions);
		onChange([...versions, { ...current, version }]);
		setChosen(version);
	};
	const remove = () => {
		const rest = versions.filter((one) => one !== current);
		onChange(rest);
		setChosen(rest.at(-1)?.version ?? "");
	};
	return (
		<Card
			title={t("console.eventType.payload")}
			actions={
				<div class="row">
					{versions.length > 1 && (
						<Segments
							legend={t("eventTypes.versions")}
							value={current.version}
							onChange={setChosen}
							options={versions.map(({ version }) => ({
								value: version,
								label: t("eventTypes.version", { version }),
							}))}
						/>
					)}
					{versions.length > 1 && (
						<Button size="small" look="quiet" onClick={remove}>
							{t("console.eventType.removeVersion", { version: current.version })}
						</Button>
					)}
					<Button size="small" icon="plus" onClick={add}>
						{t("console.eventType.addVersion")}
					</Button>
				</div>
			}
		>
			<Version
				key={current.version}
				{...current}
				onChange={change}
				refusal={complain(`schemas.${current.version}`) ?? complain("schemas")}
			/>
		</Card>
	);
}

function Version({
	schema: text,
	example,
	onChange,
	refusal,
}: VersionDraft & {
	onChange: (changes: Partial<VersionDraft>) => void;
	refusal: string | null;
}) {
	const schema = readJson(text)?.value;
	const isWrong = text.trim() !== "" && readJson(text) !== null && !isSchema(schema);
	return (
		<div class="stack">
			<div class="split">
				<div class="stack">
					<JsonEditor
						label={t("console.eventType.schema")}
						value={text}
						onChange={(next) => onChange({ schema: next })}
					/>
					{(refusal || isWrong) && (
						<Note kind="danger">{refusal ?? t("console.eventType.notSchema")}</Note>
					)}
				</div>
				<section class="beside" aria-label={t("console.eventType.tree")}>
					<h3>{t("console.eventType.tree")}</h3>
					{schema === undefined ? (
						<p class="quiet-text">{t("console.eventType.noSchema")}</p>
					) : (
						<SchemaTree schema={schema} />
					)}
				</section>
			</div>
			<ExamplePart
				schema={schema}
				text={example}
				onChange={(next) => onChange({ example: next })}
			/>
		</div>
	);
}

const isSchema = (value: unknown): boolean =>
	typeof value === "boolean" ||
	(typeof value === "object" && value !== null && !Array.isArray(value));
