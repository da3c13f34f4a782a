// Event types from a description or a list: first what it would change, then what of that is wanted.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { PageHead } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { consolePath } from "../routes.ts";
import { ListSource } from "./list-source.tsx";
import { OpenapiSource } from "./openapi-source.tsx";
import type { Plan } from "./plan.ts";
import { Preview } from "./preview.tsx";
import "../../styles/console-import.css";

export function ImportPage() {
	const [tab, setTab] = useState<"openapi" | "list">("openapi");
	const [plan, setPlan] = useState<Plan | null>(null);
	return (
		<>
			<PageHead
				title={t("console.import.title")}
				intro={t("console.import.intro")}
				crumbs={[
					{ label: t("console.eventTypes.title"), to: consolePath("eventTypes", {}) },
					{ label: t("console.import.short") },
				]}
			/>
			{plan !== null && <Preview plan={plan} onBack={() => setPlan(null)} />}
			<div hidden={plan !== null}>
				<Tabs
					label={t("console.import.sources")}
					current={tab}
					onChange={setTab}
					tabs={[
						{ name: "openapi", label: t("console.import.openapi") },
						{ name: "list", label: t("console.import.list") },
					]}
				>
					<div hidden={tab !== "openapi"}>
						<OpenapiSource onPlan={setPlan} />
					</div>
					<div hidden={tab !== "list"}>
						<ListSource onPlan={setPlan} />
					</div>
				</Tabs>
			</div>
		</>
	);
}
