// Writing JSON: a text area whose words are coloured behind it, and which tells where it is wrong.
import { useMemo } from "preact/hooks";
import { findJsonProblem } from "../lib/json-error.ts";
import { indentJson, parseJsonText } from "../lib/json-tokens.ts";
import { t } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

const COLOURED_MAX = 50_000;
const TOKEN = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

export function JsonEditor({
	label,
	value,
	onChange,
}: {
	label: string;
	value: string;
	onChange: (text: string) => void;
}) {
	const problem = useMemo(() => findJsonProblem(value), [value]);
	const words = problem && t(`json.wrong.${problem.kind}`);
	const arrange = () => {
		const tree = parseJsonText(value);
		if (tree !== null) onChange(indentJson(tree));
	};
	return (
		<div class="json-editor">
			<Field
				label={label}
				error={
					problem &&
					t("json.wrong", { line: problem.line, column: problem.column, words: words ?? "" })
				}
			>
				{(control) => (
					<div class="code editor json">
						<pre aria-hidden="true">
							{value.length > COLOURED_MAX ? value : colour(value)}
							{"\n"}
						</pre>
						<textarea
							{...control}
							value={value}
							spellcheck={false}
							autocomplete="off"
							autocapitalize="off"
							onInput={(event) => onChange(event.currentTarget.value)}
						/>
					</div>
				)}
			</Field>
			<Button look="quiet" size="small" disabled={problem !== null} onClick={arrange}>
				{t("json.arrange")}
			</Button>
		</div>
	);
}

/** The same text, its words in spans. */
function colour(text: string) {
	const parts = [];
	let at = 0;
	for (const found of text.matchAll(TOKEN)) {
		const [all, string, colon, number] = found;
		const word = string ?? all;
		const kind = string === undefined ? (number === undefined ? "word" : "number") : "string";
		parts.push(text.slice(at, found.index));
		parts.push(<span class={colon === undefined ? kind : "key"}>{word}</span>, colon);
		at = found.index + all.length;
	}
	parts.push(text.slice(at));
	return parts;
}
