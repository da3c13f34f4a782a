// The list with new messages on top as they come; they wait behind a button while the reader is further down.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { mergeMessages, type TailState, watchTail } from "../../lib/tail.ts";
import type { MessageOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import type { Filters } from "./message-query.ts";
import { MessageTable } from "./message-table.tsx";

/** Together they are drawn once. */
const GATHER_MS = 200;

export function LiveTable({
	filters,
	rows,
	isOld,
	onMissed,
	children,
}: {
	filters: Filters;
	rows: readonly MessageOut[];
	isOld: boolean;
	/** The list is to be read again: messages may have come while nobody listened. */
	onMissed: () => void;
	children: ComponentChildren;
}) {
	const top = useRef<HTMLDivElement>(null);
	const isAtTop = useIsSeen(top);
	const { state, came, skipped } = useTail(filters, onMissed);
	const [shown, setShown] = useState<readonly MessageOut[]>([]);
	useEffect(() => {
		if (isAtTop) setShown(came);
	}, [isAtTop, came]);
	const shownIds = new Set([...shown, ...rows].map(({ id }) => id));
	const waiting = came.filter(({ id }) => !shownIds.has(id)).length;
	const known = new Set(rows.map(({ id }) => id));
	const fresh = new Set(shown.map(({ id }) => id).filter((id) => !known.has(id)));
	const all = mergeMessages(shown, rows);
	return (
		<div class="tail">
			<div ref={top} class="tail-top" role="status">
				<span class={`tail-dot ${state}`} />
				{t(`messages.live.${state}`)}
				{skipped > 0 && <> · {t("messages.skipped", { count: skipped })}</>}
			</div>
			{waiting > 0 && !isAtTop && (
				<div class="tail-new">
					<Button
						look="primary"
						icon="up"
						onClick={() => top.current?.scrollIntoView({ block: "center" })}
					>
						{t("messages.new", { count: waiting })}
					</Button>
				</div>
			)}
			{all.length === 0 ? (
				<EmptyState
					icon="message"
					title={t("messages.empty.title")}
					text={t("messages.empty.text")}
				/>
			) : (
				<MessageTable rows={all} isOld={isOld} fresh={fresh} />
			)}
			{children}
		</div>
	);
}

function useTail({ types, channel, tag }: Filters, onMissed: () => void) {
	const [state, setState] = useState<TailState>("connecting");
	const [came, setCame] = useState<readonly MessageOut[]>([]);
	const [skipped, setSkipped] = useState(0);
	const missed = useRef(onMissed);
	missed.current = onMissed;
	useEffect(() => {
		let gathered: MessageOut[] = [];
		let timer: ReturnType<typeof setTimeout> | undefined;
		const flush = () => {
			const added = gathered;
			gathered = [];
			timer = undefined;
			setCame((before) => mergeMessages(added, before));
		};
		setCame([]);
		setSkipped(0);
		const stop = watchTail(
			{ eventTypes: types, channel, tag },
			{
				onMessage: (message) => {
					gathered.push(message);
					timer ??= setTimeout(flush, GATHER_MS);
				},
				onSkipped: (count) => setSkipped((before) => before + count),
				onState: (next) => {
					setState(next);
					if (next === "open") missed.current();
				},
			},
		);
		return () => {
			clearTimeout(timer);
			stop();
		};
	}, [types.join(","), channel, tag]);
	return { state, came, skipped };
}

/** Whether an element is in view, also in a frame that scrolls with its host. */
function useIsSeen(element: { current: HTMLElement | null }): boolean {
	const [isSeen, setSeen] = useState(true);
	useEffect(() => {
		if (element.current === null) return;
		const observer = new IntersectionObserver((entries) =>
			setSeen(entries.at(-1)?.isIntersecting ?? true),
		);
		observer.observe(element.current);
		return () => observer.disconnect();
	}, []);
	return isSeen;
}
