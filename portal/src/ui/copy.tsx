// Copies a text; where the clipboard is closed to us, selects it so that the reader can.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts/index.ts";
import { Icon } from "./icons.tsx";
import { toast } from "./toast.tsx";

const SHOWN_MS = 2_000;

/** `label` says what is copied; `children` is drawn beside the sign. */
export function CopyButton({
	text,
	label = t("copy.do"),
	children,
}: {
	text: string | (() => Promise<string>);
	label?: string;
	children?: string;
}) {
	const [isDone, setDone] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	const onClick = async () => {
		const value = typeof text === "string" ? text : await text();
		if (!(await copyText(value))) return toast(t("copy.manual"), "bad");
		setDone(true);
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setDone(false), SHOWN_MS);
	};
	const shown = isDone ? t("copy.done") : label;
	return (
		<button
			type="button"
			class={`button quiet small ${children ? "" : "square"} ${isDone ? "done" : ""}`}
			aria-label={children ? undefined : shown}
			title={children ? undefined : shown}
			onClick={onClick}
		>
			<Icon name={isDone ? "check" : "copy"} />
			{children && (isDone ? t("copy.done") : children)}
		</button>
	);
}

/** In a frame without `allow="clipboard-write"` only the older command works. */
async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelection(text);
	}
}

function copyBySelection(text: string): boolean {
	const field = document.createElement("textarea");
	field.value = text;
	field.className = "unseen";
	// A modal dialog makes the rest of the page inert.
	(document.querySelector("dialog[open]") ?? document.body).appendChild(field);
	const before = document.activeElement;
	field.select();
	try {
		return document.execCommand("copy");
	} finally {
		field.remove();
		if (before instanceof HTMLElement) before.focus();
	}
}
