// Rows of data: a table where there is room, and one block per row where there is not.
import type { ComponentChildren } from "preact";
import { go } from "../lib/router.ts";

export type Column<T> = {
	label: string;
	cell: (row: T) => ComponentChildren;
	/**
	 * Numbers stand at the end; `main` is what the row is called, and leads a block on narrow screens; a `status` and an
	 * `action` stand in the block's corner there, and a `line` has one to itself.
	 */
	kind?: "main" | "number" | "status" | "action" | "line";
	/** A label that is spoken alone, for columns whose content explains itself. */
	isLabelHidden?: boolean;
	/** Left out on narrow screens. */
	isWideOnly?: boolean;
};

/**
 * @param caption spoken before the table
 * @param linkOf where a click anywhere on a row leads; the main cell should hold the same link for the keyboard
 */
export function Table<T>({
	caption,
	columns,
	rows,
	keyOf,
	linkOf,
	isOld = false,
}: {
	caption: string;
	columns: readonly Column<T>[];
	rows: readonly T[];
	keyOf: (row: T) => string;
	linkOf?: (row: T) => string;
	/** Something newer is on its way. */
	isOld?: boolean;
}) {
	const follow = (event: MouseEvent, row: T) => {
		const isOwn = event.target instanceof Element && event.target.closest("a,button,input,label");
		if (linkOf === undefined || isOwn || getSelection()?.isCollapsed === false) return;
		go(linkOf(row));
	};
	return (
		<div class={`table-frame ${isOld ? "old" : ""}`}>
			<table class={linkOf ? "clickable" : ""}>
				<caption class="unseen">{caption}</caption>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column.label} scope="col" class={classOf(column)}>
								<span class={column.isLabelHidden ? "unseen" : ""}>{column.label}</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={keyOf(row)} onClick={(event) => follow(event, row)}>
							{columns.map((column) => (
								<td
									key={column.label}
									class={classOf(column)}
									data-label={isLabelled(column) ? column.label : ""}
								>
									{column.cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

/** On narrow screens, where there is no head. */
const isLabelled = <T,>({ isLabelHidden, kind }: Column<T>) =>
	!isLabelHidden && kind !== "main" && kind !== "status";

const classOf = <T,>({ kind, isWideOnly }: Column<T>) =>
	[kind, isWideOnly && "wide-only"].filter(Boolean).join(" ");
