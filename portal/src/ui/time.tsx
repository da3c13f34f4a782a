// A moment as one speaks of it, with the exact time on hover; it ages while one looks.
import { useEffect, useState } from "preact/hooks";
import { formatExact, formatMoment, formatRelative } from "../lib/format.ts";
import { localeNow } from "../texts/index.ts";

const TICK_MS = 10_000;

/** `isExact`: date and time instead of «3 minutes ago». */
export function Time({ at, isExact = false }: { at: string; isExact?: boolean }) {
	const now = useNow(isExact ? null : TICK_MS);
	const ms = Date.parse(at);
	const locale = localeNow();
	return (
		<time dateTime={at} title={formatExact(ms, locale)}>
			{isExact ? formatMoment(ms, locale) : formatRelative(ms, now, locale)}
		</time>
	);
}

/** Epoch milliseconds; draws again this often. Null: not at all. */
export function useNow(everyMs: number | null): number {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		if (everyMs === null) return;
		const timer = setInterval(() => setNow(Date.now()), everyMs);
		return () => clearInterval(timer);
	}, [everyMs]);
	return now;
}
