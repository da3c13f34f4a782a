// The fields of an event type's payload, to open and close.
import { useMemo, useState } from "preact/hooks";
import { readSchema, type SchemaNode } from "../../../src/core/schema-tree.ts";
import { t } from "../texts/index.ts";
import { Badge } from "./badge.tsx";

const OPEN_DEPTH = 2;

export function SchemaTree({ schema }: { schema: unknown }) {
	const root = useMemo(() => readSchema(schema), [schema]);
	if (root === null) return <p class="quiet-text">{t("schema.none")}</p>;
	return (
		<div class="schema">
			{root.description && <p>{root.description}</p>}
			<Parts node={root} depth={0} />
		</div>
	);
}

function Parts({ node, depth }: { node: SchemaNode; depth: number }) {
	const { fields, items, rest, choices } = node;
	return (
		<>
			{fields.length > 0 && (
				<ul>
					{fields.map((field) => (
						<Row key={field.name} {...field} depth={depth} />
					))}
				</ul>
			)}
			{items && <Row name={t("schema.items")} node={items} depth={depth} isUnnamed />}
			{rest && <Row name={t("schema.rest")} node={rest} depth={depth} isUnnamed />}
			{choices && (
				<div class="choices">
					<p class="choice-label">{t(`schema.${choices.kind}`)}</p>
					{choices.nodes.map((choice, index) => (
						<Row key={index} name={choice.type || "…"} node={choice} depth={depth} isUnnamed />
					))}
				</div>
			)}
		</>
	);
}

type RowProps = {
	name: string;
	node: SchemaNode;
	depth: number;
	isRequired?: boolean;
	/** The name is a word of ours, not a field's. */
	isUnnamed?: boolean;
};

function Row({ name, node, depth, isRequired = false, isUnnamed = false }: RowProps) {
	const [isOpen, setOpen] = useState(depth < OPEN_DEPTH);
	const hasParts = node.fields.length > 0 || node.items || node.rest || node.choices;
	const head = (
		<span class="schema-head">
			{isUnnamed ? <em>{name}</em> : <code>{name}</code>}
			{!(isUnnamed && name === node.type) && <span class="type">{node.type}</span>}
			{isRequired && <span class="required">{t("schema.required")}</span>}
			{node.isDeprecated && <Badge tone="warn">{t("schema.deprecated")}</Badge>}
		</span>
	);
	const words = <Words node={node} />;
	const Outer = isUnnamed ? "div" : "li";
	if (!hasParts) {
		return (
			<Outer class="schema-row">
				{head}
				{words}
			</Outer>
		);
	}
	return (
		<Outer class="schema-row">
			<details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
				<summary>{head}</summary>
				{words}
				{isOpen && (
					<div class="inside">
						<Parts node={node} depth={depth + 1} />
					</div>
				)}
			</details>
		</Outer>
	);
}

const Words = ({ node }: { node: SchemaNode }) => (
	<>
		{node.description && <p>{node.description}</p>}
		{node.isRepeated && <p>{t("schema.circular")}</p>}
		{node.values.length > 0 && (
			<p class="facts">
				{t("schema.values")}{" "}
				{node.values.map((value) => (
					<code key={value}>{value}</code>
				))}
			</p>
		)}
		{node.facts.length > 0 && (
			<p class="facts">
				{node.facts.map(({ name, value }) => (
					<span key={name}>
						{name === "const"
							? t("schema.const", { value })
							: name === "default"
								? t("schema.default", { value })
								: `${name}: ${value}`}
					</span>
				))}
			</p>
		)}
	</>
);
