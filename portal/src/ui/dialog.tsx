// Questions over the page: the browser's own dialog keeps the focus inside and gives it back.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../lib/api.ts";
import { rich, t } from "../texts/index.ts";
import { Button, IconButton } from "./button.tsx";
import { TextField } from "./field.tsx";
import { ErrorNote } from "./states.tsx";

/** What takes the focus when a dialog opens: what is to be decided, and the way out where that is all. */
const FIRST =
	".body [type=radio]:checked, .body:not(:has([type=radio]:checked)) :is(input, select, textarea), .body:not(:has(input, select, textarea)) + footer button";

/** Shown as long as it is drawn. `footer` is a row of buttons, the last one the main one. */
export function Dialog({
	title,
	onClose,
	children,
	footer,
	isWide = false,
	onSubmit,
}: {
	title: string;
	onClose: () => void;
	children?: ComponentChildren;
	footer?: ComponentChildren;
	isWide?: boolean;
	onSubmit?: () => void;
}) {
	const element = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const dialog = element.current;
		const before = document.activeElement;
		dialog?.showModal();
		dialog?.querySelector<HTMLElement>(FIRST)?.focus();
		return () => {
			dialog?.close();
			if (before instanceof HTMLElement && before.isConnected) before.focus();
		};
	}, []);
	return (
		<dialog
			ref={element}
			class={isWide ? "wide" : ""}
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
			onMouseDown={(event) => event.target === element.current && onClose()}
		>
			<form
				method="dialog"
				onSubmit={(event) => {
					event.preventDefault();
					onSubmit?.();
				}}
			>
				<header>
					<h2 id={id}>{title}</h2>
					<IconButton label={t("dialog.close")} icon="cross" size="small" onClick={onClose} />
				</header>
				<div class="body">{children}</div>
				{footer && <footer>{footer}</footer>}
			</form>
		</dialog>
	);
}

/** Asks before something is done. With `word`, the reader types it first: for what cannot be undone. */
export function ConfirmDialog({
	title,
	confirm,
	onConfirm,
	onClose,
	children,
	word,
	isDanger = false,
	isBusy = false,
	error = null,
}: {
	title: string;
	/** Says what happens, as in «Delete endpoint». */
	confirm: string;
	onConfirm: () => void;
	onClose: () => void;
	children?: ComponentChildren;
	word?: string;
	isDanger?: boolean;
	isBusy?: boolean;
	error?: ApiError | null;
}) {
	const [typed, setTyped] = useState("");
	const isReady = word === undefined || typed.trim() === word;
	return (
		<Dialog
			title={title}
			onClose={onClose}
			onSubmit={() => isReady && !isBusy && onConfirm()}
			footer={
				<>
					<Button onClick={onClose}>{t("dialog.cancel")}</Button>
					<Button
						type="submit"
						look={isDanger ? "danger" : "primary"}
						isBusy={isBusy}
						disabled={!isReady}
					>
						{confirm}
					</Button>
				</>
			}
		>
			{children}
			{word !== undefined && (
				<>
					<p class="type-word">{rich("dialog.typeWord", { word: <code>{word}</code> })}</p>
					<TextField
						label={t("dialog.typeWord", { word })}
						isLabelHidden
						value={typed}
						onChange={setTyped}
						autocomplete="off"
						spellcheck={false}
						autofocus
					/>
				</>
			)}
			<ErrorNote error={error} />
		</Dialog>
	);
}
