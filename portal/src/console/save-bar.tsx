// The foot of a form that is saved as a whole: whether there is something to save, and the way back.
import type { ComponentChildren } from "preact";
import { t } from "../texts/index.ts";
import { Button } from "../ui/button.tsx";
import "../styles/console-parts.css";

/** Stands inside the form: its main button sends it. `onDiscard` is left out where there is nothing to go back to. */
export const SaveBar = ({
	label,
	isChanged,
	isBusy,
	problem = null,
	onDiscard,
	children,
}: {
	label: string;
	isChanged: boolean;
	isBusy: boolean;
	/** Why it cannot be saved yet. */
	problem?: string | null;
	onDiscard?: (() => void) | false;
	/** Further buttons. */
	children?: ComponentChildren;
}) => (
	<div class="save-bar">
		<span class="quiet-text" role="status">
			{problem ?? (isChanged ? t("console.unsaved.some") : "")}
		</span>
		{children}
		{isChanged && onDiscard && <Button onClick={onDiscard}>{t("console.unsaved.discard")}</Button>}
		<Button type="submit" look="primary" isBusy={isBusy} disabled={!isChanged || problem !== null}>
			{label}
		</Button>
	</div>
);
