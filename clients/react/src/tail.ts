// The hook of the live tail: new messages as they are accepted.

import { useEdgehook } from "./provider.ts";
import { useEffect, useRef, useState } from "./react.ts";
import { type TailMessage, type TailStatus, watchMessages } from "./tail-connection.ts";
import { type Filters, toFilters } from "./use-pages.ts";

export interface MessageTailOptions extends Pick<Filters, "eventTypes" | "channel"> {
	tag?: string | undefined;
	/** How many messages are kept; 100 when absent. */
	limit?: number | undefined;
	/** True: no connection, and what came stays. */
	paused?: boolean | undefined;
	/** Hears each message, also those that are not kept. */
	onMessage?: ((message: TailMessage) => void) | undefined;
}

export interface MessageTailState {
	/** The newest first. */
	messages: TailMessage[];
	status: TailStatus | "paused";
	/** So many came faster than they could be told. */
	skipped: number;
	/** Why it has ended. */
	error: Error | undefined;
	clear: () => void;
}

type Seen = { of: string; messages: TailMessage[]; skipped: number };
type Now = { status: TailStatus; error?: Error | undefined };

export function useMessageTail(options: MessageTailOptions = {}): MessageTailState {
	const { channel = "", tag = "", limit = 100, paused = false } = options;
	const { client, appId } = useEdgehook();
	const names = String(toFilters(options).event_types ?? "");
	const watched = JSON.stringify([appId, names, channel, tag]);
	const nothing: Seen = { of: watched, messages: [], skipped: 0 };
	const [seen, setSeen] = useState(nothing);
	const [now, setNow] = useState<Now>({ status: "connecting" });
	const latest = useRef(options);
	useEffect(() => {
		latest.current = options;
	});
	// `watched` stands for what it is made of.
	useEffect(() => {
		if (paused) return;
		const add = (more: TailMessage[], count: number) =>
			setSeen((old) => {
				const { messages, skipped } = old.of === watched ? old : nothing;
				return {
					of: watched,
					messages: [...more, ...messages].slice(0, limit),
					skipped: skipped + count,
				};
			});
		setNow({ status: "connecting" });
		return watchMessages({
			...{ client, appId, filters: { event_types: names, channel, tag } },
			onMessage: (message) => {
				add([message], 0);
				latest.current.onMessage?.(message);
			},
			onSkipped: (count) => add([], count),
			onStatus: (status, error) => setNow({ status, error }),
		});
	}, [client, watched, limit, paused]);
	const { messages, skipped } = seen.of === watched ? seen : nothing;
	return {
		messages,
		skipped,
		status: paused ? "paused" : now.status,
		error: now.error,
		clear: () => setSeen(nothing),
	};
}
