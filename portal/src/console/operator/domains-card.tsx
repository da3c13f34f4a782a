// Domains of all organisations: which are active, where the platform does not decide it, and taking one away.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction, useList } from "../../lib/query.ts";
import { usePlace } from "../../lib/router.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/layout.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Pager } from "../../ui/pager.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { DomainState } from "../catalog/domain-state.tsx";
import type { OperatorDomainOut } from "../models.ts";

const PATH = "/operator/domain/";
/** Another list of the page has the usual name. */
const ITERATOR = "domains";

type Change = "activate" | "takeBack" | "delete";
type Asked = { change: Change; domain: OperatorDomainOut };

export function DomainsCard() {
	const iterator = usePlace().search.get(ITERATOR);
	const list = useList<ListOf<OperatorDomainOut>>(PATH, { iterator, order: "descending" });
	const [asked, setAsked] = useState<Asked | null>(null);
	const rows = list.data?.data ?? [];
	return (
		<Card title={t("console.operator.domains")} isFlush={rows.length > 0}>
			{list.isLoading && <Skeleton rows={2} />}
			{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
			{list.data && rows.length === 0 && (
				<p class="quiet-text">{t("console.operator.noDomains")}</p>
			)}
			{list.data && rows.length > 0 && (
				<>
					<p class="card-note">{t("console.operator.domainsText")}</p>
					<Table
						caption={t("console.operator.domains")}
						columns={columns(setAsked)}
						rows={rows}
						keyOf={({ id }) => id}
						isOld={list.isOld}
					/>
				</>
			)}
			{list.data && <Pager list={list.data} isFirst={iterator === null} name={ITERATOR} />}
			{asked && <ChangeDialog asked={asked} onClose={() => setAsked(null)} />}
		</Card>
	);
}

const columns = (onAsk: (asked: Asked) => void): Column<OperatorDomainOut>[] => [
	{
		label: t("console.domains.hostname"),
		kind: "main",
		cell: ({ hostname }) => <bdi>{hostname}</bdi>,
	},
	{
		label: t("console.operator.status"),
		kind: "status",
		cell: ({ status }) => <DomainState status={status} />,
	},
	{
		label: t("console.domains.serves"),
		cell: ({ serves }) => t(`console.domains.serves.${serves}`),
	},
	{
		label: t("console.operator.organisation"),
		kind: "line",
		cell: ({ orgId }) => <code>{orgId}</code>,
	},
	{ label: t("console.apps.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
	{
		label: t("console.operator.actions"),
		kind: "action",
		isLabelHidden: true,
		cell: (domain) => <Actions domain={domain} onAsk={onAsk} />,
	},
];

function Actions({ domain, onAsk }: { domain: OperatorDomainOut; onAsk: (asked: Asked) => void }) {
	const isActive = domain.status === "active";
	const ask = (change: Change) => () => onAsk({ change, domain });
	return (
		<Menu
			label={t("console.operator.actionsOf", { name: domain.hostname })}
			items={[
				isActive
					? { label: t("console.operator.takeBack"), icon: "stop", onSelect: ask("takeBack") }
					: { label: t("console.operator.activate"), icon: "check", onSelect: ask("activate") },
				{
					label: t("console.operator.delete"),
					icon: "trash",
					isDanger: true,
					onSelect: ask("delete"),
				},
			]}
		/>
	);
}

function ChangeDialog({
	asked: { change, domain },
	onClose,
}: {
	asked: Asked;
	onClose: () => void;
}) {
	const { id, hostname, serves, orgId } = domain;
	const run = useAction(async () => {
		const path = `${PATH}${id}/`;
		if (change === "delete") await request("DELETE", path);
		else await request("PUT", path, { body: { active: change === "activate" } });
		// Its organisation may be the operator's own.
		invalidate(PATH, "/environment/domain/");
		toast(t(`console.operator.${change}.done`, { name: hostname }), "good");
		onClose();
	});
	const shown = t(`console.domains.serves.${serves}`);
	return (
		<ConfirmDialog
			title={t(`console.operator.${change}.title`, { name: hostname })}
			confirm={t(`console.operator.${change}`)}
			{...(change === "delete" && { word: hostname })}
			isDanger={change !== "activate"}
			onConfirm={() => void run.run()}
			onClose={onClose}
			isBusy={run.isBusy}
			error={run.error}
		>
			<p>
				{change === "activate"
					? t("console.operator.activate.text", { shown, organisation: orgId })
					: t(`console.operator.${change}.text`)}
			</p>
		</ConfirmDialog>
	);
}
