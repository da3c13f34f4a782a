// The organisation's API keys: made, renamed, revoked; never shown again.
import { useState } from "preact/hooks";
import { useList } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import { session } from "../../lib/session.ts";
import { useStore } from "../../lib/store.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { ApiKeyOut } from "../models.ts";
import { NewKeyDialog, RenameKeyDialog } from "./key-dialogs.tsx";
import { RevokeKeyDialog } from "./revoke-dialog.tsx";

type Asked = { what: "new" } | { what: "rename" | "revoke"; key: ApiKeyOut } | null;

export function ApiKeysPage() {
	const iterator = usePlace().search.get("iterator");
	const list = useList<ListOf<ApiKeyOut>>("/api-key/", { iterator, order: "descending" });
	const [asked, setAsked] = useState<Asked>(null);
	const state = useStore(session);
	const ownId = state.kind === "account" ? state.account.apiKeyId : null;
	const close = () => setAsked(null);
	return (
		<>
			<PageHead
				title={t("console.nav.apiKeys")}
				intro={t("console.keys.intro")}
				actions={
					<Button look="primary" icon="plus" onClick={() => setAsked({ what: "new" })}>
						{t("console.keys.add")}
					</Button>
				}
			/>
			{list.isLoading && <Skeleton rows={4} isTall />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{list.data && (
				<>
					<Table
						caption={t("console.nav.apiKeys")}
						columns={columns(ownId, setAsked)}
						rows={list.data.data}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
					<Pager list={list.data} isFirst={iterator === null} />
				</>
			)}
			{asked?.what === "new" && <NewKeyDialog onClose={close} />}
			{asked?.what === "rename" && <RenameKeyDialog found={asked.key} onClose={close} />}
			{asked?.what === "revoke" && (
				<RevokeKeyDialog found={asked.key} isOwn={asked.key.id === ownId} onClose={close} />
			)}
		</>
	);
}

const columns = (ownId: string | null, ask: (asked: Asked) => void): Column<ApiKeyOut>[] => [
	{
		label: t("console.keys.name"),
		kind: "main",
		cell: ({ id, name, hint }) => (
			<span class="two-lines">
				<span>
					<strong>{name}</strong>{" "}
					{id === ownId && <Badge tone="accent">{t("console.keys.own")}</Badge>}
				</span>
				{hint !== "" && (
					<small>
						<code>…{hint}</code>
					</small>
				)}
			</span>
		),
	},
	{ label: t("console.keys.status"), kind: "status", cell: (key) => <KeyState apiKey={key} /> },
	{ label: t("console.keys.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
	{
		label: t("console.keys.ends"),
		cell: ({ expiresAt, revokedAt }) => {
			const at = revokedAt ?? expiresAt;
			return at === null ? <span class="quiet-text">{t("time.never")}</span> : <Time at={at} />;
		},
	},
	{
		label: t("console.keys.actions"),
		kind: "action",
		isLabelHidden: true,
		cell: (key) => (
			<Menu
				label={t("console.keys.actionsOf", { name: key.name })}
				items={[
					{
						label: t("console.keys.rename"),
						icon: "edit",
						onSelect: () => ask({ what: "rename", key }),
					},
					!hasEnded(key) && {
						label: t("console.keys.revoke"),
						icon: "trash",
						isDanger: true,
						onSelect: () => ask({ what: "revoke", key }),
					},
				]}
			/>
		),
	},
];

const isExpired = ({ expiresAt }: ApiKeyOut) =>
	expiresAt !== null && Date.parse(expiresAt) <= Date.now();
const hasEnded = (key: ApiKeyOut) => key.revokedAt !== null || isExpired(key);

function KeyState({ apiKey }: { apiKey: ApiKeyOut }) {
	if (apiKey.revokedAt !== null) return <Badge icon="stop">{t("console.keys.revoked")}</Badge>;
	if (isExpired(apiKey)) return <Badge icon="clock">{t("console.keys.expired")}</Badge>;
	return (
		<Badge tone="good" icon="check">
			{t("console.keys.valid")}
		</Badge>
	);
}
