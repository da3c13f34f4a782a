// The public catalog: whether there is one, where, and on which domains of the organisation's own.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { seed, useAction, useQuery } from "../../lib/query.ts";
import { session } from "../../lib/session.ts";
import { useStore } from "../../lib/store.ts";
import type { SettingsOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/choice.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { TextField } from "../../ui/field.tsx";
import { Card, KeyValueList, PageHead } from "../../ui/layout.tsx";
import { ExternalLink } from "../../ui/link.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useUnsaved } from "../unsaved.tsx";
import { DomainsCard } from "./domains-card.tsx";
import "../../styles/console-catalog.css";

const PATH = "/environment/settings/";

export function CatalogPage() {
	const { data, error, isLoading, reload } = useQuery<SettingsOut>(PATH);
	return (
		<>
			<PageHead
				title={t("console.catalog.title")}
				intro={t("console.catalog.intro")}
				badge={
					data && (
						<Badge
							tone={data.isCatalogPublic ? "good" : "calm"}
							icon={data.isCatalogPublic ? "check" : "eyeOff"}
						>
							{t(data.isCatalogPublic ? "console.catalog.isPublic" : "console.catalog.isPrivate")}
						</Badge>
					)
				}
			/>
			{isLoading && <Skeleton rows={6} isTall />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{data && (
				<div class="stack">
					<PublicCard settings={data} />
					<DomainsCard />
				</div>
			)}
		</>
	);
}

function PublicCard({ settings }: { settings: SettingsOut }) {
	const saved = settings.displayName ?? "";
	const [name, setName] = useState(saved);
	const isChanged = name.trim() !== saved;
	const unsaved = useUnsaved(isChanged);
	const action = useAction((body: Partial<SettingsOut>) =>
		request<SettingsOut>("PATCH", PATH, { body }),
	);
	const [wanted, setWanted] = useState<boolean | null>(null);
	const change = async (body: Partial<SettingsOut>, words: string) => {
		setWanted(body.isCatalogPublic ?? null);
		const next = await action.run(body);
		setWanted(null);
		if (next === undefined) return;
		unsaved.release();
		seed(PATH, {}, next);
		setName(next.displayName ?? "");
		toast(words, "good");
	};
	const displayName = name.trim() || null;
	const { isCatalogPublic } = settings;
	return (
		<Card title={t("console.catalog.public")}>
			<form
				class="form"
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (isChanged) void change({ displayName }, t("console.catalog.nameSaved"));
				}}
			>
				<div class="with-button">
					<TextField
						label={t("console.look.displayName")}
						hint={t("console.catalog.nameHint")}
						error={action.error?.fields.displayName ?? null}
						value={name}
						onChange={setName}
						autocomplete="organization"
					/>
					<Button type="submit" disabled={!isChanged} isBusy={isChanged && action.isBusy}>
						{t("console.eventType.save")}
					</Button>
				</div>
				<Switch
					label={t("console.catalog.switch")}
					hint={t(
						displayName === null ? "console.catalog.needsName" : "console.catalog.switchHint",
					)}
					isChecked={wanted ?? isCatalogPublic}
					isDisabled={displayName === null || action.isBusy}
					onChange={(isOn) =>
						void change(
							{ isCatalogPublic: isOn, ...(isChanged && { displayName }) },
							t(isOn ? "console.catalog.published" : "console.catalog.hidden"),
						)
					}
				/>
				{Object.keys(action.error?.fields ?? {}).length === 0 && <ErrorNote error={action.error} />}
			</form>
			{unsaved.dialog}
			{isCatalogPublic && <Addresses />}
		</Card>
	);
}

/** The same content for people, for programs and for machines that read texts. */
function Addresses() {
	const state = useStore(session);
	const orgId = state.kind === "account" ? state.account.orgId : "";
	const url = `${location.origin}/catalog/${orgId}`;
	const line = (address: string) => (
		<span class="address">
			<ExternalLink url={address} />
			<CopyButton text={address} label={t("console.catalog.copy")} />
		</span>
	);
	return (
		<div class="addresses">
			<KeyValueList
				entries={[
					[t("console.catalog.page"), line(url)],
					[t("console.catalog.json"), line(`${url}/event-types.json`)],
					[t("console.catalog.markdown"), line(`${url}/event-types.md`)],
				]}
			/>
		</div>
	);
}
