// A list of names and descriptions to import from.
import { useState } from "preact/hooks";
import { useEventTypes } from "../../lib/use-event-types.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import type { Plan } from "./plan.ts";
import { planList } from "./plan-list.ts";
import { SourceText } from "./source-text.tsx";

const SAMPLE = `invoice.paid|An invoice was paid in full
invoice.voided|An invoice was voided
user.created`;

export function ListSource({ onPlan }: { onPlan: (plan: Plan) => void }) {
	const [text, setText] = useState("");
	const { types, isComplete, error } = useEventTypes({ withContent: true, withArchived: true });
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				if (isComplete) onPlan(planList(text, types));
			}}
		>
			<SourceText
				label={t("console.import.lines")}
				hint={t("console.import.linesHint")}
				placeholder={SAMPLE}
				accept=".txt,.csv,.json,text/plain,application/json"
				value={text}
				onChange={setText}
				error={null}
			/>
			<ErrorNote error={error} />
			<div class="row">
				<Button type="submit" look="primary" disabled={text.trim() === "" || !isComplete}>
					{t("console.import.preview")}
				</Button>
				<span class="quiet-text">{t("console.import.nothingSaved")}</span>
			</div>
		</form>
	);
}
