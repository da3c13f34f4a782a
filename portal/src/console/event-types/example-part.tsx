// An example, held against the schema while it is written.
import { useEffect, useState } from "preact/hooks";
import { type Key, t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { JsonEditor } from "../../ui/json-editor.tsx";
import type { Complaint } from "./check-example.ts";
import { readJson } from "./draft.ts";
import { makeExample } from "./make-example.ts";

const REST_MS = 200;

export function ExamplePart({
	schema,
	text,
	onChange,
}: {
	/** Undefined while there is none that can be read. */
	schema: unknown;
	text: string;
	onChange: (text: string) => void;
}) {
	return (
		<div class="split">
			<JsonEditor label={t("console.eventType.example")} value={text} onChange={onChange} />
			<section class="beside" aria-label={t("console.eventType.check")}>
				<h3>{t("console.eventType.check")}</h3>
				<Verdict schema={schema} text={text} />
				<Button
					size="small"
					icon="play"
					disabled={schema === undefined}
					onClick={() => onChange(JSON.stringify(makeExample(schema), null, 2))}
				>
					{t("console.eventType.makeExample")}
				</Button>
			</section>
		</div>
	);
}

type Answer = Complaint[] | "unreadable" | null;

/** Null while there is nothing to say. */
function useCheck(schema: unknown, text: string): Answer {
	const [answer, setAnswer] = useState<Answer>(null);
	const schemaText = JSON.stringify(schema);
	useEffect(() => {
		const example = readJson(text)?.value;
		if (schemaText === undefined || example === undefined) return setAnswer(null);
		let isOld = false;
		const timer = setTimeout(async () => {
			const { checkExample } = await import("./check-example.ts");
			const complaints = checkExample(JSON.parse(schemaText), example);
			if (!isOld) setAnswer(complaints ?? "unreadable");
		}, REST_MS);
		return () => {
			isOld = true;
			clearTimeout(timer);
		};
	}, [schemaText, text]);
	return answer;
}

function Verdict({ schema, text }: { schema: unknown; text: string }) {
	const answer = useCheck(schema, text);
	const words =
		text.trim() === ""
			? t("console.eventType.noExample")
			: schema === undefined
				? t("console.eventType.nothingToCheck")
				: t("console.eventType.checking");
	if (answer === null) return <p class="quiet-text">{words}</p>;
	if (answer === "unreadable") return <p class="bad-text">{t("console.eventType.unreadable")}</p>;
	if (answer.length === 0) {
		return (
			<p class="verdict good" role="status">
				<Icon name="check" /> {t("console.eventType.valid")}
			</p>
		);
	}
	return (
		<div role="status">
			<p class="verdict bad">
				<Icon name="warning" /> {t("console.eventType.invalid", { count: answer.length })}
			</p>
			<ul class="complaints">
				{answer.map(({ path, rule, wanted }, index) => (
					<li key={index}>
						<code>{path === "" ? t("console.eventType.whole") : path}</code> {wordsOf(rule, wanted)}
					</li>
				))}
			</ul>
		</div>
	);
}

const RULES = {
	required: "console.check.required",
	type: "console.check.type",
	enum: "console.check.enum",
	const: "console.check.const",
	format: "console.check.format",
	pattern: "console.check.pattern",
	minimum: "console.check.minimum",
	maximum: "console.check.maximum",
	exclusiveMinimum: "console.check.exclusiveMinimum",
	exclusiveMaximum: "console.check.exclusiveMaximum",
	multipleOf: "console.check.multipleOf",
	minLength: "console.check.minLength",
	maxLength: "console.check.maxLength",
	minItems: "console.check.minItems",
	maxItems: "console.check.maxItems",
} as const satisfies Record<string, Key>;

function wordsOf(rule: string, wanted: string): string {
	if (isKnown(rule)) return t(RULES[rule], { wanted });
	if (rule === "false") return t("console.check.unknown");
	if (rule === "uniqueItems") return t("console.check.uniqueItems");
	if (rule === "anyOf" || rule === "oneOf") return t("console.check.choice");
	return t("console.check.rule", { rule });
}

const isKnown = (rule: string): rule is keyof typeof RULES => Object.hasOwn(RULES, rule);
