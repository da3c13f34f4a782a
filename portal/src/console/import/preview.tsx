// What an import would do, by kind, with a tick before each; nothing is saved before «Apply».
import { useEffect, useRef, useState } from "preact/hooks";
import { invalidate, useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card, Progress } from "../../ui/layout.tsx";
import { EmptyState, ErrorNote, Note } from "../../ui/states.tsx";
import { consolePath } from "../routes.ts";
import { useUnsaved } from "../unsaved.tsx";
import type { Kind, Plan, Remark } from "./plan.ts";
import { PlanRows } from "./plan-rows.tsx";
import "../../styles/console-parts.css";

const KINDS: readonly Kind[] = ["new", "changed", "archived"];
const NAMES_SHOWN_MAX = 200;

export function Preview({ plan, onBack }: { plan: Plan; onBack: () => void }) {
	const [chosen, setChosen] = useState<ReadonlySet<string>>(
		() => new Set(plan.rows.map(({ name }) => name)),
	);
	const [result, setResult] = useState<{ done: number; failed: Remark[] } | null>(null);
	const [done, setDone] = useState(0);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), [result]);
	const unsaved = useUnsaved(result === null && chosen.size > 0);
	const apply = useAction(async () => {
		setDone(0);
		return plan.apply([...chosen], setDone);
	});
	const onApply = async () => {
		const failed = await apply.run();
		invalidate("/event-type/");
		if (failed !== undefined) setResult({ done: chosen.size - failed.length, failed });
	};
	if (result !== null) return <Result {...result} heading={heading} onBack={onBack} />;
	return (
		<div class="stack">
			<h2 ref={heading} tabIndex={-1} class="step">
				{t("console.import.previewTitle")}
			</h2>
			{plan.rows.length === 0 && (
				<Note>
					{plan.failed.length > 0 ? t("console.import.noneGood") : t("console.import.noChanges")}
				</Note>
			)}
			<Remarks
				title={t("console.import.failed", { count: plan.failed.length })}
				remarks={plan.failed}
				isBad
			/>
			{KINDS.map((kind) => (
				<PlanRows
					key={kind}
					kind={kind}
					rows={plan.rows.filter((row) => row.kind === kind)}
					chosen={chosen}
					onChange={setChosen}
				/>
			))}
			<Unchanged names={plan.unchanged} />
			<Remarks
				title={t("console.import.notes", { count: plan.notes.length })}
				remarks={plan.notes}
			/>
			<ErrorNote error={apply.error} />
			{unsaved.dialog}
			<ApplyBar
				chosen={chosen.size}
				done={apply.isBusy ? done : null}
				onBack={onBack}
				onApply={onApply}
			/>
		</div>
	);
}

/** `done`: how many are done by now; null while nothing is under way. */
const ApplyBar = ({
	chosen,
	done,
	onBack,
	onApply,
}: {
	chosen: number;
	done: number | null;
	onBack: () => void;
	onApply: () => void;
}) => (
	<div class="save-bar">
		{done === null ? (
			<span class="quiet-text">{t("console.import.nothingSavedYet")}</span>
		) : (
			<Progress label={t("console.import.applying")} done={done} total={done === 0 ? null : chosen}>
				{t("console.import.progress", { done, total: chosen })}
			</Progress>
		)}
		<Button icon="back" disabled={done !== null} onClick={onBack}>
			{t("console.import.back")}
		</Button>
		<Button look="primary" isBusy={done !== null} disabled={chosen === 0} onClick={onApply}>
			{t("console.import.apply", { count: chosen })}
		</Button>
	</div>
);

const Unchanged = ({ names }: { names: readonly string[] }) =>
	names.length > 0 && (
		<details class="tree-group">
			<summary>
				<h3>{t("console.import.unchanged", { count: names.length })}</h3>
			</summary>
			<p class="names">
				{names.slice(0, NAMES_SHOWN_MAX).map((name) => (
					<code key={name}>{name}</code>
				))}
				{names.length > NAMES_SHOWN_MAX &&
					t("console.import.more", { count: names.length - NAMES_SHOWN_MAX })}
			</p>
		</details>
	);

const Remarks = ({
	title,
	remarks,
	isBad = false,
}: {
	title: string;
	remarks: readonly Remark[];
	isBad?: boolean;
}) =>
	remarks.length > 0 && (
		<Card title={title} isDanger={isBad}>
			<ul class="remarks">
				{remarks.slice(0, NAMES_SHOWN_MAX).map(({ path, message }) => (
					<li key={`${path} ${message}`}>
						{path !== "" && <code>{path}</code>} <span>{message}</span>
					</li>
				))}
			</ul>
			{remarks.length > NAMES_SHOWN_MAX && (
				<p class="quiet-text">
					{t("console.import.more", { count: remarks.length - NAMES_SHOWN_MAX })}
				</p>
			)}
		</Card>
	);

const Result = ({
	done,
	failed,
	heading,
	onBack,
}: {
	done: number;
	failed: Remark[];
	heading: { current: HTMLHeadingElement | null };
	onBack: () => void;
}) => (
	<div class="stack">
		<h2 ref={heading} tabIndex={-1} class="unseen">
			{t("console.import.applied", { count: done })}
		</h2>
		<EmptyState
			icon={failed.length > 0 ? "warning" : "check"}
			title={t("console.import.applied", { count: done })}
			text={failed.length > 0 ? t("console.import.someFailed") : t("console.import.allDone")}
		>
			<Button onClick={onBack}>{t("console.import.again")}</Button>
			<LinkButton to={consolePath("eventTypes", {})} look="primary">
				{t("console.import.toTypes")}
			</LinkButton>
		</EmptyState>
		<Remarks title={t("console.import.failed", { count: failed.length })} remarks={failed} isBad />
	</div>
);
