// How the customers' portal looks: chosen here, seen at once beside it, and saved when it is right.
import { useState } from "preact/hooks";
import { type ApiError, request } from "../../lib/api.ts";
import { seed, useAction, useQuery } from "../../lib/query.ts";
import type { SettingsOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { SaveBar } from "../save-bar.tsx";
import { useUnsaved } from "../unsaved.tsx";
import { BrandCard, ShapeCard } from "./brand-card.tsx";
import { ColoursCard } from "./colours-card.tsx";
import { changesOf, PLAIN, toAppearance } from "./draft.ts";
import { PortalPreview } from "./portal-preview.tsx";
import "../../styles/console-appearance.css";

const PATH = "/environment/settings/";

export function AppearancePage() {
	const { data, error, isLoading, reload } = useQuery<SettingsOut>(PATH);
	return (
		<>
			<PageHead title={t("console.look.title")} intro={t("console.look.intro")} />
			{isLoading && <Skeleton rows={8} isTall />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{data && <AppearanceForm settings={data} />}
		</>
	);
}

function AppearanceForm({ settings }: { settings: SettingsOut }) {
	const saved = toAppearance(settings);
	const [look, setLook] = useState(saved);
	const changes = changesOf(look, saved);
	const isChanged = Object.keys(changes).length > 0;
	const unsaved = useUnsaved(isChanged);
	const action = useAction(() => request<SettingsOut>("PATCH", PATH, { body: changes }));
	const onSave = async () => {
		const next = await action.run();
		if (next === undefined) return;
		unsaved.release();
		seed(PATH, {}, next);
		setLook(toAppearance(next));
		toast(t("console.look.saved"), "good");
	};
	const shown = { ...settings, ...look };
	const complain = complaintsIn(action.error);
	const parts = { look, onChange: setLook, complain };
	return (
		<form
			noValidate
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				if (!action.isBusy) void onSave();
			}}
		>
			<div class="look">
				<div class="stack">
					<BrandCard {...parts} />
					<ColoursCard {...parts} settings={shown} />
					<ShapeCard {...parts} />
				</div>
				<div class="previews">
					<PortalPreview settings={shown} mode="light" />
					<PortalPreview settings={shown} mode="dark" />
				</div>
			</div>
			{unsaved.dialog}
			<ErrorNote error={action.error} />
			<SaveBar
				label={t("console.eventType.save")}
				isChanged={isChanged}
				isBusy={action.isBusy}
				onDiscard={() => setLook(saved)}
			>
				<Button look="quiet" onClick={() => setLook({ ...PLAIN, displayName: look.displayName })}>
					{t("console.look.reset")}
				</Button>
			</SaveBar>
		</form>
	);
}

const complaintsIn =
	(error: ApiError | null) =>
	(field: string): string | null =>
		error?.fields[field] ?? null;
