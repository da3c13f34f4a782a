// What a page shows instead of its data: it loads, it failed, there is nothing, nothing matches.
import type { ComponentChildren } from "preact";
import type { ApiError } from "../lib/api.ts";
import { t } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icons.tsx";

/** Grey lines where text will be. `rows`: as many as the page usually has. */
export const Skeleton = ({ rows = 5, isTall = false }: { rows?: number; isTall?: boolean }) => (
	<div class={`skeleton ${isTall ? "tall" : ""}`} role="status" aria-label={t("loading")}>
		{Array.from({ length: rows }, (_, row) => (
			<i key={row} />
		))}
	</div>
);

/** The middle of an empty page: what it is for, and the way on. */
export const EmptyState = ({
	icon,
	title,
	text,
	children,
}: {
	icon: IconName;
	title: string;
	text?: ComponentChildren;
	children?: ComponentChildren;
}) => (
	<div class="empty">
		<span class="empty-icon">
			<Icon name={icon} size={20} />
		</span>
		<h2>{title}</h2>
		{text && <p>{text}</p>}
		{children && <div class="row">{children}</div>}
	</div>
);

/** Something went wrong, in words, with the way to try again. */
export const ErrorState = ({ error, onRetry }: { error: ApiError; onRetry?: () => void }) => (
	<div role="alert">
		<EmptyState icon="warning" title={t("error.title")} text={wordsOf(error)}>
			{onRetry && error.status !== 403 && error.status !== 404 && (
				<Button icon="refresh" onClick={onRetry}>
					{t("error.retry")}
				</Button>
			)}
		</EmptyState>
	</div>
);

/** The filters left nothing over. */
export const NoResults = ({ onClear }: { onClear: () => void }) => (
	<EmptyState icon="search" title={t("noResults.title")} text={t("noResults.text")}>
		<Button onClick={onClear}>{t("noResults.clear")}</Button>
	</EmptyState>
);

/** Under a form: why it was refused. Nothing is drawn without an error. */
export const ErrorNote = ({ error }: { error: ApiError | null }) =>
	error && <Note kind="danger">{wordsOf(error)}</Note>;

/** A remark in its place on the page. */
export const Note = ({
	kind = "info",
	children,
}: {
	kind?: "info" | "warning" | "danger";
	children: ComponentChildren;
}) => (
	<div class={`note ${kind}`} role={kind === "danger" ? "alert" : undefined}>
		<Icon name={kind === "info" ? "info" : "warning"} />
		<div>{children}</div>
	</div>
);

/** A refusal of ours says what to do; for the rest there are words of the reader's language. */
export function wordsOf(error: ApiError): string {
	if (error.status === 0) return t("error.unreachable");
	if (error.status === 429) return t("error.busy");
	if (error.status >= 500) return t("error.server");
	if (error.status === 403) return t("error.forbidden");
	if (error.status === 404) return t("error.gone");
	return error.message || t("error.server");
}
