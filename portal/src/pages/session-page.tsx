// The screens outside a session: it opens, its link cannot be used, it has ended.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isFramed } from "../lib/apply-look.ts";
import { askForLink } from "../lib/embedding.ts";
import type { SessionState } from "../lib/session.ts";
import { type PlainKey, t } from "../texts/index.ts";
import { Button } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";

type Outside = Exclude<SessionState, { kind: "open" | "account" }>;
type Words = { icon: IconName; title: PlainKey; text: PlainKey };

const FAILED: Record<Extract<Outside, { kind: "failed" }>["why"], Words> = {
	used: { icon: "key", title: "session.used.title", text: "session.used.text" },
	"no-link": { icon: "key", title: "session.noLink.title", text: "session.noLink.text" },
	unreachable: {
		icon: "warning",
		title: "session.unreachable.title",
		text: "session.unreachable.text",
	},
	foreign: { icon: "warning", title: "session.foreign.title", text: "session.foreign.text" },
};

const ENDED: Record<"expired" | "left", Words> = {
	expired: { icon: "clock", title: "session.expired.title", text: "session.expired.text" },
	left: { icon: "check", title: "session.left.title", text: "session.left.text" },
};

export function SessionPage({ state }: { state: Outside }) {
	if (state.kind === "opening") {
		return (
			<main class="outside" aria-busy="true">
				<div class="opening" role="status">
					<span class="spinner" aria-hidden="true" />
					{t("session.opening")}
				</div>
			</main>
		);
	}
	const words = state.kind === "failed" ? FAILED[state.why] : ENDED[state.why];
	const retry = state.kind === "failed" ? state.retry : null;
	const isOver = retry === null && !(state.kind === "ended" && state.why === "left");
	return (
		<Message {...words}>
			{retry && (
				<Button look="primary" icon="refresh" onClick={retry}>
					{t("error.retry")}
				</Button>
			)}
			{isFramed && isOver && <Button onClick={askForLink}>{t("session.newLink")}</Button>}
		</Message>
	);
}

function Message({ icon, title, text, children }: Words & { children?: ComponentChildren }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = t(title);
		heading.current?.focus();
	}, [title]);
	return (
		<main class="outside">
			<div class="message">
				<span class="empty-icon">
					<Icon name={icon} size={20} />
				</span>
				<h1 ref={heading} tabIndex={-1}>
					{t(title)}
				</h1>
				<p>{t(text)}</p>
				<div class="row">{children}</div>
			</div>
		</main>
	);
}
