// The rows of one kind: each with its tick, and what is behind it.
import { useId, useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { SchemaTree } from "../../ui/schema-tree.tsx";
import { TypeBadges } from "../event-types/event-types-page.tsx";
import { ChangeList } from "./change-list.tsx";
import type { Kind, Row } from "./plan.ts";

const SHOWN_AT_ONCE = 100;

type Chosen = ReadonlySet<string>;

export function PlanRows({
	kind,
	rows,
	chosen,
	onChange,
}: {
	kind: Kind;
	rows: readonly Row[];
	chosen: Chosen;
	onChange: (chosen: Chosen) => void;
}) {
	const [shown, setShown] = useState(SHOWN_AT_ONCE);
	const id = useId();
	if (rows.length === 0) return null;
	const ticked = rows.filter(({ name }) => chosen.has(name)).length;
	const tick = (names: readonly string[], isOn: boolean) => {
		const next = new Set(chosen);
		for (const name of names) {
			if (isOn) next.add(name);
			else next.delete(name);
		}
		onChange(next);
	};
	return (
		<section class={`card flush plan ${kind}`} aria-labelledby={id}>
			<header>
				<h2 id={id}>{t(`console.import.kind.${kind}`, { count: rows.length })}</h2>
				<Checkbox
					label={t("console.import.all")}
					isChecked={ticked === rows.length}
					isMixed={ticked > 0 && ticked < rows.length}
					onChange={(isOn) =>
						tick(
							rows.map(({ name }) => name),
							isOn,
						)
					}
				/>
			</header>
			<ul>
				{rows.slice(0, shown).map((row) => (
					<PlanRow
						key={row.name}
						row={row}
						isChosen={chosen.has(row.name)}
						onTick={(isOn) => tick([row.name], isOn)}
					/>
				))}
			</ul>
			{rows.length > shown && (
				<p class="plan-more">
					<Button size="small" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
						{t("console.import.showMore", { count: rows.length - shown })}
					</Button>
				</p>
			)}
		</section>
	);
}

function PlanRow({
	row,
	isChosen,
	onTick,
}: {
	row: Row;
	isChosen: boolean;
	onTick: (isOn: boolean) => void;
}) {
	const [isOpen, setOpen] = useState(false);
	const { name, changes, after } = row;
	const isBack = changes.some(({ field }) => field === "archived");
	const versions = Object.entries(after?.schemas ?? {});
	const hasMore = changes.length > 0 || versions.length > 0;
	return (
		<li class={isChosen ? "" : "left-out"}>
			<div class="plan-head">
				<Checkbox label={<code>{name}</code>} isChecked={isChosen} onChange={onTick} />
				{isBack && <Badge tone="accent">{t("console.import.comesBack")}</Badge>}
				{after && (
					<TypeBadges
						type={{
							featureFlags: after.featureFlags ?? null,
							deprecated: after.deprecated === true,
							archived: false,
						}}
					/>
				)}
				{hasMore && (
					<Button
						size="small"
						look="quiet"
						icon={isOpen ? "up" : "down"}
						aria-expanded={isOpen}
						onClick={() => setOpen(!isOpen)}
					>
						{changes.length > 0
							? t("console.import.changes", { count: changes.length })
							: t("console.import.fields")}
						<span class="unseen"> {t("console.import.detailsOf", { name })}</span>
					</Button>
				)}
			</div>
			{after?.description && <p class="plan-words">{after.description}</p>}
			{isOpen && (
				<div class="plan-details">
					{changes.length > 0 && <ChangeList changes={changes} />}
					{changes.length === 0 &&
						versions.map(([version, schema]) => <SchemaTree key={version} schema={schema} />)}
				</div>
			)}
		</li>
	);
}
