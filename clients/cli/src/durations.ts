// Spans and moments as people write them: `90s`, `15m`, `1h`, `7d`, or a time.
import { UsageError } from "./errors.ts";

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a span; a number alone means seconds. */
export function toSpanMs(option: string, text: string): number {
	const span = readSpanMs(text);
	if (span !== null) return span;
	throw new UsageError(`--${option} must be a span like 90s, 15m, 1h or 7d; not «${text}».`);
}

/** A moment given as a time, or as a span before (-1) or after (1) now. */
export function toMoment(option: string, text: string, direction: -1 | 1, now: number): Date {
	const span = readSpanMs(text);
	if (span !== null) return new Date(now + direction * span);
	const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
	if (!Number.isNaN(time)) return new Date(time);
	throw new UsageError(
		`--${option} must be a span like 15m or 7d, or a time like 2026-01-31T12:00:00Z; not «${text}».`,
	);
}

function readSpanMs(text: string): number | null {
	const [, count, unit = "s"] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
	return count === undefined ? null : Number(count) * (UNIT_MS[unit] ?? 0);
}
