// A short word after something was done, read out and gone by itself.
import type { ComponentChildren } from "preact";
import { createStore, useStore } from "../lib/store.ts";
import { t } from "../texts/index.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icons.tsx";

type Toast = { id: number; text: ComponentChildren; kind: "good" | "bad" };

const SHOWN_MS = 6_000;
const SHOWN_MAX = 3;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

export function toast(text: ComponentChildren, kind: Toast["kind"] = "good"): void {
	lastId++;
	const id = lastId;
	toasts.set([...toasts.get(), { id, text, kind }].slice(-SHOWN_MAX));
	setTimeout(() => drop(id), SHOWN_MS);
}

/** Drawn once, by the shell. */
export const Toasts = () => (
	<div class="toasts" role="status" aria-live="polite">
		{useStore(toasts).map(({ id, text, kind }) => (
			<div key={id} class={`toast ${kind}`}>
				<Icon name={kind === "good" ? "check" : "warning"} />
				<span>{text}</span>
				<IconButton label={t("toast.dismiss")} icon="cross" size="small" onClick={() => drop(id)} />
			</div>
		))}
	</div>
);
