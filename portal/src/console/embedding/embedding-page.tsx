// The portal within other pages: which ones may show it, what can be done in it, and how it gets there.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { seed, useAction, useQuery } from "../../lib/query.ts";
import type { SettingsOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Switch } from "../../ui/choice.tsx";
import { Card, PageHead } from "../../ui/layout.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { SnippetsCard } from "./snippets-card.tsx";
import "../../styles/console-catalog.css";

const PATH = "/environment/settings/";

export function EmbeddingPage() {
	const { data, error, isLoading, reload } = useQuery<SettingsOut>(PATH);
	return (
		<>
			<PageHead title={t("console.embedding.title")} intro={t("console.embedding.intro")} />
			{isLoading && <Skeleton rows={6} isTall />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{data && (
				<div class="stack">
					<OriginsCard saved={data.portalFrameAncestors} />
					<ReadOnlyCard isReadOnly={data.isPortalReadOnly} />
					<SnippetsCard />
				</div>
			)}
		</>
	);
}

function ReadOnlyCard({ isReadOnly }: { isReadOnly: boolean }) {
	const [wanted, setWanted] = useState<boolean | null>(null);
	const action = useAction(async (isPortalReadOnly: boolean) => {
		const next = await request<SettingsOut>("PATCH", PATH, { body: { isPortalReadOnly } });
		seed(PATH, {}, next);
		return next;
	});
	const onChange = async (isOn: boolean) => {
		setWanted(isOn);
		const next = await action.run(isOn);
		setWanted(null);
		if (next === undefined) return;
		toast(t(isOn ? "console.embedding.readOnlyOn" : "console.embedding.readOnlyOff"), "good");
	};
	return (
		<Card title={t("console.embedding.may")}>
			<Switch
				label={t("console.embedding.readOnly")}
				hint={t("console.embedding.readOnlyHint")}
				isChecked={wanted ?? isReadOnly}
				isDisabled={action.isBusy}
				onChange={(isOn) => void onChange(isOn)}
			/>
			<ErrorNote error={action.error} />
		</Card>
	);
}
