// Domains of the organisation's own: asking for one, what must be set in DNS, how it stands, giving it back.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { invalidate, useAction } from "../../lib/query.ts";
import type { DomainOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Card } from "../../ui/layout.tsx";
import { ExternalLink } from "../../ui/link.tsx";
import { ErrorNote, ErrorState, Note, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddDomainDialog, DOMAINS_PATH as PATH } from "./add-domain-dialog.tsx";
import { DomainState } from "./domain-state.tsx";
import { useDomains } from "./use-domains.ts";

export function DomainsCard() {
	const { list, onLooked } = useDomains();
	const [isAdding, setAdding] = useState(false);
	return (
		<Card
			title={t("console.domains.title")}
			actions={
				<Button size="small" icon="plus" onClick={() => setAdding(true)}>
					{t("console.domains.add")}
				</Button>
			}
		>
			<div class="stack">
				<p class="quiet-text">{t("console.domains.intro")}</p>
				{list.isLoading && <Skeleton rows={2} />}
				{list.error && <ErrorState error={list.error} onRetry={list.reload} />}
				{list.data?.data.map((domain) => (
					<Domain key={domain.id} domain={domain} onLooked={onLooked} />
				))}
			</div>
			{isAdding && <AddDomainDialog onClose={() => setAdding(false)} />}
		</Card>
	);
}

function Domain({
	domain,
	onLooked,
}: {
	domain: DomainOut;
	onLooked: (domain: DomainOut) => void;
}) {
	const { id, hostname, serves, status, problem, records } = domain;
	const [isDeleting, setDeleting] = useState(false);
	const verify = useAction(() => request<DomainOut>("POST", `${PATH}${id}/verify/`));
	const remove = useAction(() => request("DELETE", `${PATH}${id}/`));
	const onVerify = async () => {
		const looked = await verify.run();
		if (looked !== undefined) onLooked(looked);
	};
	const onDelete = async () => {
		if ((await remove.run()) === undefined) return;
		setDeleting(false);
		invalidate(PATH);
		toast(t("console.domains.deleted", { name: hostname }), "good");
	};
	return (
		<section class="domain" aria-label={hostname}>
			<div class="domain-head">
				<strong>
					{status === "active" ? (
						<ExternalLink url={`https://${hostname}`}>{hostname}</ExternalLink>
					) : (
						<bdi>{hostname}</bdi>
					)}
				</strong>
				<Badge>{t(`console.domains.serves.${serves}`)}</Badge>
				<DomainState status={status} />
				<span class="domain-actions">
					{status !== "active" && (
						<Button size="small" icon="refresh" isBusy={verify.isBusy} onClick={onVerify}>
							{t("console.domains.verify")}
						</Button>
					)}
					<IconButton
						label={t("console.domains.deleteOf", { name: hostname })}
						icon="trash"
						size="small"
						onClick={() => setDeleting(true)}
					/>
				</span>
			</div>
			{problem && <Note kind={status === "error" ? "danger" : "info"}>{problem}</Note>}
			<ErrorNote error={verify.error} />
			{status !== "active" && records.length > 0 && <Records records={records} />}
			{isDeleting && (
				<ConfirmDialog
					title={t("console.domains.deleteTitle", { name: hostname })}
					confirm={t("console.domains.delete")}
					word={hostname}
					isDanger
					onConfirm={onDelete}
					onClose={() => setDeleting(false)}
					isBusy={remove.isBusy}
					error={remove.error}
				>
					<p>{t("console.domains.deleteText")}</p>
				</ConfirmDialog>
			)}
		</section>
	);
}

const Records = ({ records }: { records: DomainOut["records"] }) => (
	<>
		<p class="quiet-text">{t("console.domains.records")}</p>
		<Table
			caption={t("console.domains.records")}
			columns={[
				{ label: t("console.domains.type"), kind: "main", cell: ({ type }) => <code>{type}</code> },
				{
					label: t("console.domains.purpose"),
					cell: ({ purpose }) => t(`console.domains.purpose.${purpose}`),
				},
				{
					label: t("console.domains.name"),
					kind: "line",
					cell: ({ name }) => <Copied text={name} />,
				},
				{
					label: t("console.domains.value"),
					kind: "line",
					cell: ({ value }) => <Copied text={value} />,
				},
			]}
			rows={records}
			keyOf={({ type, name, value }) => `${type} ${name} ${value}`}
		/>
	</>
);

const Copied = ({ text }: { text: string }) => (
	<span class="address">
		<code>{text}</code>
		<CopyButton text={text} label={t("console.domains.copy", { text })} />
	</span>
);
