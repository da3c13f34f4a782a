// A JSON text as a tree that opens and closes, and as it was written. All of it is text, never markup.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type JsonNode, parseJsonText } from "../lib/json-tokens.ts";
import { t } from "../texts/index.ts";
import { Segments } from "./choice.tsx";
import { CodePane } from "./code-block.tsx";
import { CopyButton } from "./copy.tsx";

const OPEN_DEPTH = 3;
const CHILDREN_MAX = 500;
const TREE_LENGTH_MAX = 1_048_576;

/** `text` is shown exactly in the raw view; what is no JSON, or too long to walk, has only that one. */
export function JsonView({
	text,
	label,
	actions,
}: {
	text: string;
	label: string;
	actions?: ComponentChildren;
}) {
	const tree = useMemo(() => (text.length > TREE_LENGTH_MAX ? null : parseJsonText(text)), [text]);
	const [view, setView] = useState<"tree" | "raw">("tree");
	const isTree = tree !== null && view === "tree";
	return (
		<div class="code-block">
			<div class="code-head">
				<span>{label}</span>
				{tree !== null && (
					<Segments
						legend={label}
						value={view}
						onChange={setView}
						options={[
							{ value: "tree", label: t("json.tree") },
							{ value: "raw", label: t("json.raw") },
						]}
					/>
				)}
				{actions}
				<CopyButton text={text} />
			</div>
			<CodePane label={label}>
				{isTree ? (
					<div class="json">
						<Node node={tree} depth={0} />
					</div>
				) : (
					<pre>{text}</pre>
				)}
			</CodePane>
		</div>
	);
}

function Node({ node, depth, name }: { node: JsonNode; depth: number; name?: string }) {
	const [isOpen, setOpen] = useState(depth < OPEN_DEPTH);
	const [shown, setShown] = useState(CHILDREN_MAX);
	const key = name === undefined ? null : <span class="key">{name}: </span>;
	if (node.kind !== "object" && node.kind !== "array") {
		return (
			<div class="leaf">
				{key}
				<span class={node.kind}>{node.text}</span>
			</div>
		);
	}
	const isObject = node.kind === "object";
	const count = isObject ? node.members.length : node.items.length;
	const [start, end] = isObject ? ["{", "}"] : ["[", "]"];
	if (count === 0) {
		return (
			<div class="leaf">
				{key}
				{start + end}
			</div>
		);
	}
	const children = isObject
		? node.members
				.slice(0, shown)
				.map((member, index) => (
					<Node key={index} node={member.value} name={member.key} depth={depth + 1} />
				))
		: node.items
				.slice(0, shown)
				.map((item, index) => <Node key={index} node={item} depth={depth + 1} />);
	return (
		<details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>
				{key}
				{start}
				{!isOpen && (
					<span class="folded">
						{" "}
						{t(isObject ? "json.fields" : "json.items", { count })} {end}
					</span>
				)}
			</summary>
			{isOpen && (
				<>
					<div class="inside">
						{children}
						{shown < count && (
							<button type="button" class="more" onClick={() => setShown(shown + CHILDREN_MAX)}>
								{t("json.more", { count: count - shown })}
							</button>
						)}
					</div>
					<div class="leaf">{end}</div>
				</>
			)}
		</details>
	);
}
