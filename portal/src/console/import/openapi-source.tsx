// An OpenAPI description to import from.
import { useState } from "preact/hooks";
import { useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { type Plan, planOpenapi } from "./plan.ts";
import { SourceText } from "./source-text.tsx";

const SAMPLE = `openapi: 3.1.0
webhooks:
  invoice.paid:
    post:
      description: An invoice was paid in full
      requestBody:
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/Invoice"`;

export function OpenapiSource({ onPlan }: { onPlan: (plan: Plan) => void }) {
	const [text, setText] = useState("");
	const [isReplacing, setReplacing] = useState(false);
	const action = useAction(planOpenapi);
	const onSubmit = async () => {
		const plan = await action.run(text, isReplacing);
		if (plan !== undefined) onPlan(plan);
	};
	const [complaint = null] = Object.values(action.error?.fields ?? {});
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				if (!action.isBusy) void onSubmit();
			}}
		>
			<SourceText
				label={t("console.import.spec")}
				hint={t("console.import.specHint")}
				placeholder={SAMPLE}
				accept=".json,.yaml,.yml,application/json,application/yaml"
				value={text}
				onChange={(next) => {
					setText(next);
					action.reset();
				}}
				error={complaint}
			/>
			<Checkbox
				label={t("console.import.replaceAll")}
				hint={t("console.import.replaceAllHint")}
				isChecked={isReplacing}
				onChange={setReplacing}
			/>
			{complaint === null && <ErrorNote error={action.error} />}
			<div class="row">
				<Button type="submit" look="primary" isBusy={action.isBusy} disabled={text.trim() === ""}>
					{t("console.import.preview")}
				</Button>
				<span class="quiet-text">{t("console.import.nothingSaved")}</span>
			</div>
		</form>
	);
}
