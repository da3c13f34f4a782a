// Headers of one's own, as rows of a name and a value.
import { useRef } from "preact/hooks";
import type { ApiError } from "../../lib/api.ts";
import { t } from "../../texts/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/states.tsx";
import { complaintAbout } from "./complaints.ts";

/** `isKept`: its value is known to the server alone, and stays as it is while it is empty here. */
export type HeaderRow = { id: number; name: string; value: string; isKept: boolean };

let lastId = 0;

export function newHeaderRow(name = "", value = "", isKept = false): HeaderRow {
	lastId++;
	return { id: lastId, name, value, isKept };
}

/** By name, without empty rows. */
export const headersOf = (rows: readonly HeaderRow[]): Record<string, string> =>
	Object.fromEntries(
		rows.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value]),
	);

/** What the API says about one header: its path ends in the header's name. */
const complaintOf = (error: ApiError | null, name: string): string | undefined =>
	error?.fields[`headers.${name.trim()}`];

export function HeaderRows({
	rows,
	onChange,
	error,
}: {
	rows: readonly HeaderRow[];
	onChange: (rows: HeaderRow[]) => void;
	error: ApiError | null;
}) {
	const list = useRef<HTMLDivElement>(null);
	const set = (id: number, change: Partial<HeaderRow>) =>
		onChange(rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
	const add = () => {
		onChange([...rows, newHeaderRow()]);
		requestAnimationFrame(() =>
			list.current?.querySelector<HTMLInputElement>(".header-row:last-of-type input")?.focus(),
		);
	};
	const complaint = complaintAbout(error, "headers");
	const isPlaced = rows.some(({ name }) => complaintOf(error, name) === complaint);
	return (
		<div class="header-rows" ref={list}>
			{rows.map((row, index) => (
				<div key={row.id} class="header-row">
					<TextField
						label={t("headers.name", { number: index + 1 })}
						isLabelHidden
						placeholder="X-Team"
						value={row.name}
						onChange={(name) => set(row.id, { name })}
						error={complaintOf(error, row.name)}
						readOnly={row.isKept}
						autocomplete="off"
						spellcheck={false}
					/>
					<TextField
						label={t("headers.value", { number: index + 1 })}
						isLabelHidden
						placeholder={row.isKept ? t("headers.kept") : t("headers.valueHint")}
						value={row.value}
						onChange={(value) => set(row.id, { value })}
						autocomplete="off"
						spellcheck={false}
					/>
					<IconButton
						icon="trash"
						label={t("headers.remove", { name: row.name || String(index + 1) })}
						onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
					/>
				</div>
			))}
			<div>
				<Button size="small" icon="plus" onClick={add}>
					{t("headers.add")}
				</Button>
			</div>
			{complaint && !isPlaced && <Note kind="danger">{complaint}</Note>}
		</div>
	);
}
