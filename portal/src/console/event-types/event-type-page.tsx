// One event type: to change it, to see it as customers do, to take it away and to bring it back.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, seed, useAction, useQuery } from "../../lib/query.ts";
import { go } from "../../lib/router.ts";
import type { EventTypeOut } from "../../models.ts";
import { EventTypeVersions } from "../../pages/event-types/event-type-page.tsx";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { type ConsoleParams, consolePath } from "../routes.ts";
import { toDraft } from "./draft.ts";
import { EventTypeForm } from "./event-type-form.tsx";
import { TypeBadges } from "./event-types-page.tsx";

export function EventTypePage({ params: { name } }: { params: ConsoleParams<"eventType"> }) {
	const path = `/event-type/${name}/`;
	const { data: type, error, isLoading, reload } = useQuery<EventTypeOut>(path);
	const [tab, setTab] = useState<"edit" | "preview">("edit");
	return (
		<>
			<PageHead
				title={name}
				heading={<bdi>{name}</bdi>}
				crumbs={[
					{ label: t("console.eventTypes.title"), to: consolePath("eventTypes", {}) },
					{ label: name },
				]}
				badge={type && <TypeBadges type={type} />}
				actions={type && <Actions type={type} />}
			/>
			{isLoading && <Skeleton rows={8} />}
			{error && <ErrorState error={error} onRetry={reload} />}
			{type && (
				<>
					{type.archived && <ArchivedNote type={type} />}
					<Tabs
						label={t("console.eventType.views")}
						current={tab}
						onChange={setTab}
						tabs={[
							{ name: "edit", label: t("console.eventType.edit") },
							{ name: "preview", label: t("console.eventType.preview") },
						]}
					>
						<div hidden={tab !== "edit"}>
							<EditForm type={type} />
						</div>
						{tab === "preview" && <Preview type={type} />}
					</Tabs>
				</>
			)}
		</>
	);
}

const EditForm = ({ type }: { type: EventTypeOut }) => (
	<EventTypeForm
		start={toDraft(type)}
		saveLabel={t("console.eventType.save")}
		save={(body) => request<EventTypeOut>("PATCH", `/event-type/${type.name}/`, { body })}
		onSaved={(saved) => {
			seed(`/event-type/${type.name}/`, {}, saved);
			toast(t("console.eventType.saved"), "good");
		}}
	/>
);

/** The same parts as in the customers' catalog. */
const Preview = ({ type }: { type: EventTypeOut }) => (
	<div class="stack">
		<Note>
			{type.archived
				? t("console.eventType.previewArchived")
				: type.featureFlags
					? t("console.eventType.previewFlagged", { flags: type.featureFlags.join(", ") })
					: t("console.eventType.previewAll")}
		</Note>
		<p>{type.description || t("eventTypes.noDescription")}</p>
		<EventTypeVersions key={type.updatedAt} type={type} />
	</div>
);

function useChange(name: string) {
	return useAction(async (archived: boolean) => {
		const saved = await request<EventTypeOut>("PATCH", `/event-type/${name}/`, {
			body: { archived },
		});
		seed(`/event-type/${name}/`, {}, saved);
		invalidate("/event-type/");
		return saved;
	});
}

function ArchivedNote({ type: { name } }: { type: EventTypeOut }) {
	const restore = useChange(name);
	const onClick = async () => {
		if (await restore.run(false)) toast(t("console.eventType.restored", { name }), "good");
	};
	return (
		<Note kind="warning">
			<div class="row">
				<span>{t("console.eventType.isArchived")}</span>
				<Button size="small" isBusy={restore.isBusy} onClick={onClick}>
					{t("console.eventType.restore")}
				</Button>
			</div>
		</Note>
	);
}

function Actions({ type: { name, archived } }: { type: EventTypeOut }) {
	const [asked, setAsked] = useState<"archive" | "delete" | null>(null);
	const onClose = () => setAsked(null);
	return (
		<>
			<Menu
				label={t("console.eventType.more")}
				look="normal"
				items={[
					!archived && {
						label: t("console.eventType.archive"),
						icon: "eyeOff",
						onSelect: () => setAsked("archive"),
					},
					{
						label: t("console.eventType.delete"),
						icon: "trash",
						isDanger: true,
						onSelect: () => setAsked("delete"),
					},
				]}
			/>
			{asked === "archive" && <ArchiveDialog name={name} onClose={onClose} />}
			{asked === "delete" && <DeleteDialog name={name} onClose={onClose} />}
		</>
	);
}

type Asking = { name: string; onClose: () => void };

function ArchiveDialog({ name, onClose }: Asking) {
	const archive = useChange(name);
	const onConfirm = async () => {
		if ((await archive.run(true)) === undefined) return;
		onClose();
		toast(t("console.eventType.archivedDone", { name }), "good");
	};
	return (
		<ConfirmDialog
			title={t("console.eventType.archiveTitle", { name })}
			confirm={t("console.eventType.archive")}
			onConfirm={onConfirm}
			onClose={onClose}
			isBusy={archive.isBusy}
			error={archive.error}
		>
			<p>{t("console.eventType.archiveText")}</p>
		</ConfirmDialog>
	);
}

function DeleteDialog({ name, onClose }: Asking) {
	const expunge = useAction(() =>
		request("DELETE", `/event-type/${name}/`, { query: { expunge: true } }),
	);
	const onConfirm = async () => {
		if ((await expunge.run()) === undefined) return;
		toast(t("console.eventType.deleted", { name }), "good");
		go(consolePath("eventTypes", {}), { isReplaced: true });
		invalidate("/event-type/");
	};
	return (
		<ConfirmDialog
			title={t("console.eventType.deleteTitle", { name })}
			confirm={t("console.eventType.delete")}
			word={name}
			isDanger
			onConfirm={onConfirm}
			onClose={onClose}
			isBusy={expunge.isBusy}
			error={expunge.error}
		>
			<p>{t("console.eventType.deleteText")}</p>
		</ConfirmDialog>
	);
}
